/** /my-publishings: what an admin asks about one's own car. */
export const reviewQuestionMessages = {
  title: "Pyetje për shpalljet tuaja",
  answer: "Përgjigju",
  dialogTitle: (name: string) => `Pyetja për ${name}`,
  label: "Përgjigjja juaj",
  hint: "Përgjigjen e lexojnë vetëm administratorët. Shpallja mbetet në faqe derisa shqyrtohet.",
  send: "Dërgo përgjigjen",
  sent: "Faleminderit, përgjigjja u dërgua",
  failed: "Përgjigjja nuk u dërgua. Provoni përsëri.",
  answerRequired: "Shkruani përgjigjen",
  answerTooLong: (max: number) => `Përgjigjja mund të ketë më së shumti ${max} shkronja`,
} as const;
