import { Copy, ExternalLink } from "lucide-react";
import type { SocialPost } from "#contract/admin-queues.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { Photo } from "#web/components/photo.tsx";
import { copyText } from "#web/components/copy-text.ts";
import { toast } from "#web/components/toast.ts";
import { useAction } from "#web/components/use-action.ts";
import { api } from "#web/lib/auth.ts";
import { formatMoment } from "#web/lib/moments.ts";
import { Queue } from "#web/features/admin/lists/queue.tsx";
import { CarBadges } from "#web/features/admin/parts/person-badges.tsx";
import { carTitle } from "#web/features/admin/parts/row-names.ts";
import { useWrite } from "#web/features/admin/parts/use-admin.ts";

const text = adminPageMessages.social;
const states = ["waiting", "posted"] as const;
const icon = { "aria-hidden": true, className: "size-4" } as const;

function PostStatus({ post }: { post: SocialPost }) {
  if (post.postedAt !== null) {
    const when = formatMoment(post.postedAt);
    return (
      <p className="text-sm text-ink-soft wrap-anywhere">
        {post.postedBy === null ? text.postedAlone(when) : text.posted(post.postedBy, when)}
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft tabular-nums">
      {text.due(formatMoment(post.dueAt))}
      {post.overdue && <Badge tone="red">{text.overdue}</Badge>}
    </p>
  );
}

function Pictures({ post, name }: { post: SocialPost; name: string }) {
  return (
    <ul className="grid grid-cols-3 content-start gap-2 sm:grid-cols-4">
      {post.pictures.map((picture, index) => (
        <li key={picture}>
          <a
            href={picture}
            target="_blank"
            rel="noreferrer"
            aria-label={text.picture(index + 1, name)}
            className="block"
          >
            <Photo src={picture} alt="" sizes="10rem" className="aspect-4/3 rounded-md" />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A post with its text and pictures; without both while its car is not on sale, so that nobody posts it. */
function PostCard({ post }: { post: SocialPost }) {
  const write = useWrite();
  const name = carTitle(post.car);
  const posted = post.postedAt !== null;

  const tick = useAction(async () => {
    const input = { params: { id: post.id } };
    if (posted) await write(api("DELETE /api/admin/social/{id}/posted", input));
    else await write(api("POST /api/admin/social/{id}/posted", input));
    toast.success(posted ? text.unticked : text.ticked);
  }, text.failed);

  return (
    <li data-post={post.id} className="rounded-lg border border-line p-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <h2 className="flex flex-wrap items-center gap-2 text-lg wrap-anywhere">
          {name}
          {!post.onSale && <CarBadges {...post.car} />}
        </h2>
        <PostStatus post={post} />
      </div>
      <div className="mt-4 grid gap-6 lg:grid-cols-2">
        {post.onSale && <Pictures post={post} name={name} />}
        <div className="min-w-0">
          {post.onSale ? (
            <p
              aria-label={text.text}
              className="rounded-md bg-surface p-4 leading-6 wrap-anywhere whitespace-pre-line select-all"
            >
              {post.text}
            </p>
          ) : (
            <p>{text.notOnSale}</p>
          )}
          <div className="mt-3 flex flex-wrap gap-2">
            {post.onSale && (
              <Button
                variant={posted ? "secondary" : "primary"}
                onClick={() => void copyText(post.text, text)}
              >
                <Copy {...icon} />
                {text.copy}
              </Button>
            )}
            <Button variant="secondary" loading={tick.busy} onClick={tick.run}>
              {posted ? text.untick : text.tick}
            </Button>
            <ButtonLink variant="quiet" to={`/car/${post.car._id}`}>
              <ExternalLink {...icon} />
              {text.car}
            </ButtonLink>
          </div>
        </div>
      </div>
    </li>
  );
}

/**
 * Cars with a paid social promotion: photo and text to post within 24 hours of the payment, and a button when
 * done (specification.md#admin).
 */
export function SocialSection() {
  return (
    <Queue
      endpoint="GET /api/admin/social"
      states={states}
      read={({ posts: items, pagination }) => ({ items, pagination })}
      text={text}
      emptyDone={text.emptyPosted}
    >
      {(post) => <PostCard key={post.id} post={post} />}
    </Queue>
  );
}
