import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { ReviewQuestion } from "#contract/review.ts";
import { reviewLimits } from "#domain/admin/review-signals.ts";
import { formatDate } from "#domain/format/format.ts";
import { reviewQuestionMessages as text } from "#domain/messages/review-question.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { Textarea } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { useApiForm } from "#web/components/use-api-form.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";

const key = ["review-questions"] as const;

/**
 * Admins' questions about the user's cars, above the list because they need an
 * answer; renders nothing without any.
 */
export function ReviewQuestions() {
  const questions = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api("GET /api/me/review-questions", {}, { signal }),
  });
  const [asked, setAsked] = useState<ReviewQuestion | null>(null);
  if (questions.data === undefined || questions.data.length === 0) return null;
  return (
    <section aria-labelledby="questions" className="mt-6 rounded-lg border border-line p-4">
      <h2 id="questions" className="text-lg">
        {text.title}
      </h2>
      <ul className="divide-y divide-line">
        {questions.data.map((question) => (
          <li
            key={question.carId}
            data-question={question.carId}
            className="flex flex-col gap-3 py-3 sm:flex-row sm:items-center"
          >
            <div className="min-w-0 grow">
              <p className="font-medium wrap-anywhere">
                <Link to={`/car/${question.carId}`} className="text-blue-text hover:underline">
                  {question.carName}
                </Link>
                <span className="ms-2 text-sm font-normal text-ink-faint">
                  {formatDate(question.askedAt)}
                </span>
              </p>
              <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{question.question}</p>
            </div>
            <Button className="shrink-0" onClick={() => setAsked(question)}>
              {text.answer}
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && <AnswerDialog question={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

/** The answer, which only admins read. Mounted only while open. */
function AnswerDialog({ question, onClose }: { question: ReviewQuestion; onClose: () => void }) {
  const client = useQueryClient();
  const { register, errors, formProps } = useApiForm({
    defaults: { text: "" },
    call: (body) => api("POST /api/cars/{id}/review-answer", { params: { id: question.carId }, body }),
    failed: text.failed,
    onDone: async () => {
      toast.success(text.sent);
      await client.invalidateQueries({ queryKey: key });
      onClose();
    },
    show: (error, failed, { setError }) => setError("root", { message: messageOf(error, failed) }),
  });

  return (
    <FormDialog
      {...formProps}
      title={text.dialogTitle(question.carName)}
      submitLabel={text.send}
      onClose={onClose}
    >
      <blockquote className="border-s-4 border-line ps-3 wrap-anywhere whitespace-pre-line">
        {question.question}
      </blockquote>
      <Field label={text.label} required hint={text.hint} error={errors.text?.message}>
        <Textarea
          {...register("text", {
            validate: (typed) => typed.trim() !== "" || text.answerRequired,
          })}
          data-autofocus
          rows={5}
          maxLength={reviewLimits.maxAnswer}
        />
      </Field>
    </FormDialog>
  );
}
