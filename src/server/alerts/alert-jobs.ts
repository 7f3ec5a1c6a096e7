/** Works off the changes of cars, and gathers what was found into mails. */
export const matchCarsTask = "match_cars";
/** Tells somebody whose address has just been proven what has waited for that. */
export const newsWaitedTask = "news_waited";
/** Sends one mail. */
export const sendAlertTask = "send_alert_mail";
