/**
 * The pattern "materialised view": a table that is kept from another one by its change feed.
 *
 * <p>{@link io.weir.pattern.view.View} is the door, {@link io.weir.pattern.view.ViewDefinition}
 * says what a view contains. {@code ViewFollower} follows the feed by
 * {@link io.weir.api.follow.FeedCursor}, {@code ChangePlan} and {@code GroupPlan} turn changes into
 * writes, {@code ViewCommits} commits them, {@code ViewVersions} makes, switches and removes
 * versions, {@code ViewVerification} and {@code ViewRepair} compare and correct. {@code ViewTables}
 * has the form of all rows. {@code ValueOrder} is the order of aggregated values as text, and
 * {@code ExactSum} a sum that is exact.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>A row equals what its contributions say. One joint commit writes contributions, ranks,
 *       states, rows, and the position.
 *   <li>Each commit replaces the position under the condition that it is as it was read. Commits of
 *       a version are therefore one after another, whichever programs make them, and none is based
 *       on old reads.
 *   <li>An entity of the source has at most one contribution, which replaces its earlier one as a
 *       whole. A feed that repeats changes, because a program died or a batch was divided,
 *       therefore changes nothing twice. A change that is older than the contribution is ignored,
 *       as the feed demands after its first fill.
 *   <li>When the feed has caught up, the contributions are those of the stored entities. An entity
 *       that has expired contributes until the service removes it.
 *   <li>Readers use one version, and a version is filled before they do. A version's entity of
 *       position is there before its tables and goes after them.
 * </ul>
 *
 * <p><b>Why no changes in place.</b> A state says which members a group has and what their exact
 * sum is. A commit must know both before it writes: a group without members loses its row, a sum is
 * rounded once, and a minimum that goes is looked up. An {@code add} would give a Double that
 * depends on the order of the changes, and would leave empty groups. The read costs no conflict:
 * the condition on the position makes commits follow each other, also where they change different
 * groups. The position also makes a repeated chunk harmless, without tokens, however late it comes.
 *
 * <p><b>Memory.</b> One chunk of changes: as many as fit in a joint commit, and 4 MiB of entities
 * and one more, and the next one, which is read but not applied. Demand: a chunk is applied when
 * the subscriber has requested its progress.
 *
 * <p><b>Threads.</b> Signals run on the threads of the service, and after pauses on those of the
 * timers. Signals of one run are serial.
 *
 * <p><b>Failures.</b> Those that may pass, and a position that another program has moved, begin
 * again at the stored position. All others end the run before the change that causes them;
 * {@link io.weir.pattern.view.ViewFailedException} names it.
 */
@NullMarked
package io.weir.pattern.view;

import org.jspecify.annotations.NullMarked;
