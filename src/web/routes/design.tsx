import { DesignGallery } from "#web/features/design/gallery.tsx";

export function meta() {
  return [{ title: "Design" }, { name: "robots", content: "noindex" }];
}

/** All parts in all their states; in development only (routes.ts). */
export default function Design() {
  return <DesignGallery />;
}
