/** Runs before the first paint: signed-in people do not see the guest's links first. */
// It has run before React hydrates, which leaves it unchanged: browsers need not load it again.
export const markSessionScript = import.meta.env.SSR
  ? `try{if(localStorage.getItem("authUser"))document.documentElement.dataset.session=""}catch{}`
  : "";
