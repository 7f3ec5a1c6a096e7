/** Runs before the first paint: where somebody is signed in, the guest's links are not shown first. */
// It has run by the time React takes the page over, which leaves it as it is: browsers need not load it again.
export const markSessionScript = import.meta.env.SSR
  ? `try{if(localStorage.getItem("authUser"))document.documentElement.dataset.session=""}catch{}`
  : "";
