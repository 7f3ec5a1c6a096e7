/** Processes the changes of cars, and combines matches into mails. */
export const matchCarsTask = "match_cars";
/** Mails what has waited for a person: for the verification of the address, or for a price that was put back. */
export const newsWaitedTask = "news_waited";
/** Sends one mail. */
export const sendAlertTask = "send_alert_mail";
