/** Runs before the first paint: where somebody is signed in, the guest's links are not shown first. */
export const MARK_SESSION = `try{if(localStorage.getItem("authUser"))document.documentElement.dataset.session=""}catch{}`;
