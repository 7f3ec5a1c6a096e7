import { Hono } from "hono";
import { isPhotoId } from "#domain/photos/photo-addresses.ts";
import { type feedEndpoints } from "#contract/feeds.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { isAsKnown, versionHeaders } from "#server/http/if-none-match.ts";
import { callerOf, network } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import type { AppContext, AppEnv } from "#server/http/session.ts";
import type { Feed, FeedReader } from "./feed-reader.ts";
import { createFeedStreams, type FeedStreams } from "./feed-streams.ts";
import { outwardFeeds, setOutwardFeeds } from "./outward-feeds.commands.ts";

export function feedsRoutes(ctx: Context): Routes<keyof typeof feedEndpoints> {
  return {
    "GET /api/dealer/outward-feeds": ({ actor }) => outwardFeeds(ctx, actor.id),
    "PUT /api/dealer/outward-feeds": ({ actor, body }) => setOutwardFeeds(ctx, actor.id, body.enabled),
  };
}

/** The feeds themselves, which other sites fetch by their addresses: the same for everybody. */
export function feedFiles({ limits }: Context, feeds: FeedReader): Hono<AppEnv> {
  const streams = createFeedStreams();
  const app = new Hono<AppEnv>();
  const serve = async (c: AppContext, read: () => Promise<Feed>): Promise<Response> => {
    await limits.feed.take(callerOf(c));
    return answer(c, await read(), streams);
  };
  const ofDealer = (c: AppContext, format: "csv" | "json") => {
    const id = c.req.param("id") ?? "";
    if (!isPhotoId(id)) throw new AppError("dealer_not_found");
    return serve(c, () => feeds.ofDealer(id, format));
  };

  app.get("/feeds/vehicles.csv", (c) => serve(c, () => feeds.vehicles()));
  app.get("/dealers/:id/feed.csv", (c) => ofDealer(c, "csv"));
  app.get("/dealers/:id/feed.json", (c) => ofDealer(c, "json"));
  app.get("/search.atom", (c) => serve(c, () => feeds.ofSearch(new URL(c.req.url).searchParams)));
  return app;
}

/** What is stored must be asked for again: a car that is gone is in no feed. */
function answer(c: AppContext, feed: Feed, streams: FeedStreams): Response {
  const { contentType, version } = feed;
  const headers = {
    "Content-Type": contentType,
    "Cache-Control": "public, no-cache",
    ...versionHeaders(version),
  };
  if (isAsKnown(c, version)) return c.body(null, 304, headers);
  if (c.req.method === "HEAD") return c.body(null, 200, headers);
  return c.body(streams.open(feed.parts(), network(c.get("address"))), 200, headers);
}
