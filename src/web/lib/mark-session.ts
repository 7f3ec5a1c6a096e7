/** Runs before the first paint, so that signed-in people do not see the guest's links first. */
// Runs before hydration and is never rendered again: browsers need not load it.
export const markSessionScript = import.meta.env.SSR
  ? `try{if(localStorage.getItem("authUser"))document.documentElement.dataset.session=""}catch{}`
  : "";
