/** Why others cannot see a car that is neither sold nor archived. */
export const unlistedMessages = {
  suspended: "Të tjerët nuk e shohin këtë veturë: llogaria juaj është pezulluar.",
  hidden:
    "Të tjerët nuk e shohin këtë veturë: administratori e ka hequr nga publiku. Na shkruani për arsyen.",
  disputed:
    "Të tjerët nuk e shohin këtë veturë: pagesa e saj është kundërshtuar në bankë. Kthehet sapo të vendoset në favor të saj.",
  dealerLapsed: "Të tjerët nuk e shohin këtë veturë: abonimi i autosallonit ka përfunduar.",
} as const;
