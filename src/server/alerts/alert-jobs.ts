/** Works off the changes of cars, and gathers what was found into mails. */
export const matchCarsTask = "match_cars";
/** Sends one mail. */
export const sendAlertTask = "send_alert_mail";
