/**
 * Online migration: a region of keys moves from one shard to another while programs read and write
 * it; and the copies and comparisons under it.
 *
 * <p>{@link io.weir.pattern.migration.MovableTables} is the router, a table service.
 * {@link io.weir.pattern.migration.RegionMigration} moves regions. Both work on
 * {@link io.weir.pattern.migration.MovableShards}, and meet in the fences only.
 *
 * <p><b>Fences.</b> Each shard has a fence per map: one entity, whose version every request of a
 * router checks in the same joint commit or joint read. A change of the fence therefore takes
 * effect between all requests of all routers, whatever they have cached and however long a request
 * was on its way. No clock and no lease takes part.
 *
 * <pre>
 * step           record        fence of the source   fence of the target   map      writes   reads
 *                none          open                  open                  source   source   source
 * copy           COPYING       open                  incoming              source   source   source
 * follow         FOLLOWING     open                  incoming              source   source   source
 * compare        FROZEN        frozen                incoming              source   wait     source
 * switch         SWITCHED      frozen, then gone     incoming              target   wait     wait
 * empty source   SWITCHED      gone                  open                  target   target   target
 *                none          open                  open                  target   target   target
 * </pre>
 *
 * <p>Invariants: a region takes writes in one shard at most. A placement reads the fences before
 * the map, and the map changes while the source is frozen, so a router with an unchanged fence
 * knows rightly whether the shard has a partition. Only the program with the highest epoch writes
 * to an incoming or a gone region, because its commits check the fence that it has made.
 *
 * <p>Order: the target has one writer, which repeats the feed from a place before the copy. No
 * Timestamps are compared. Before the switch the frozen region is read on both sides and made
 * equal; the map is switched only after a comparison without a difference.
 *
 * <p><b>Copies.</b> {@link io.weir.pattern.migration.RegionCopy} copies and compares tables, or
 * regions of their keys, between two services, for migrations and for {@code weir copy}: it stores
 * entities, repeats chunks of a change feed, and makes the target equal.
 * {@link io.weir.pattern.migration.SideBySide} reads both services in the order of keys.
 * {@link io.weir.pattern.migration.Pages} reads one of them page by page. The caller brings a
 * {@link io.weir.pattern.migration.CopyTarget}, which says how entities reach the target: by joint
 * commits under a fence, or by batches. The target is given states of keys, not changes, so each
 * step can be repeated. Nobody else writes to the region in the target. Timestamps are not
 * compared, because each service assigns its own.
 *
 * <p>Threads: those of the services; a request that waits goes on on Reactor's parallel scheduler.
 * Failures: those of the services, and {@code ServerBusy} for a region that stays closed. A step of
 * a copy that fails may have stored some states.
 *
 * <p>Demand and memory: a page is asked for when it is requested. A comparison reads 32 entities of
 * each side ahead and holds 64 differences. A chunk of the feed is repeated as a whole.
 *
 * <p>Start reading at {@code Fence}.
 */
@NullMarked
package io.weir.pattern.migration;

import org.jspecify.annotations.NullMarked;
