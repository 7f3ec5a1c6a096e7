/**
 * Hears buttons and the sending of forms until the page is awake (before-awake.ts). Runs before anything is shown,
 * the same in every page. A form that posts would leave the page for an
 * address that takes no posts, and with it what was typed; forms that get (the searches) work by themselves.
 */
// It has run by the time React takes the page over, which leaves it as it is: browsers need not load it again.
export const LISTEN_EARLY = import.meta.env.SSR
  ? `{const acts=new Set,ended=new AbortController,on=(type,act)=>addEventListener(type,event=>{const one=act(event);if(one){acts.delete(one);acts.add(one);document.documentElement.dataset.waiting=""}},{capture:true,signal:ended.signal});on("click",({target})=>{const button=target.closest?.("button");return button?.type==="button"&&button});on("submit",event=>{if(event.target.method!=="post")return;event.preventDefault();return event.submitter??event.target});globalThis.early={acts,stop:()=>ended.abort()}}`
  : "";
