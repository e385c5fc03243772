package io.weir.pattern.view;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.Conflicts;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * The commits of a version of a view: its position with the rows that follow from it.
 *
 * <p>The position is the first operation and names the version that it replaces. All commits of a
 * version are therefore one after another, and what a program has read since its last commit is
 * still true when its next one succeeds.
 *
 * <p>Any thread. Fails with {@link PositionTaken}, with {@link ViewFailedException} for a change
 * that the service refuses, and as the service does.
 */
record ViewCommits(TableService service, TableName registry, ViewDefinition definition) {

  /** Operations of a commit besides the view's rows: the position. */
  private static final int OWN_OPERATIONS = 1;

  /** Returns how many changes are committed together at most. */
  int mostChanges() {
    return ChangePlan.mostChanges(definition, JointCommit.MAX_OPERATIONS - OWN_OPERATIONS);
  }

  /**
   * Applies changes and stores the position after them. A commit that would be too large is
   * divided; its first part stores the old place.
   *
   * @param changes at most {@link #mostChanges}
   * @param before the stored position
   * @param after the position to store with the last of the changes
   */
  Mono<ViewPosition> apply(
      List<ChangePlan.SourceChange> changes, ViewPosition before, ViewPosition after) {
    return ChangePlan.ofFeed(new StoredView(service, before.tables()), definition)
        .writes(changes)
        .flatMap(writes -> store(after, writes))
        .onErrorResume(
            failure -> isTooLarge(failure) && changes.size() > 1,
            failure -> applyInParts(changes, before, after))
        .onErrorResume(
            NotFoundException.class,
            absent -> isUnchanged(before)
                .flatMap(unchanged -> Mono.error(
                    unchanged
                        ? ViewFailedException.damaged("reason=" + absent.getMessage())
                        : new PositionTaken(absent))))
        .onErrorMap(
            InvalidRequestException.class,
            refused -> ViewFailedException.change(
                "view=" + before.tables().rows() + " changes="
                    + changes.stream()
                        .map(ChangePlan.SourceChange::key)
                        .limit(3)
                        .toList(),
                refused));
  }

  /**
   * Whether the stored position is still the same. A version whose tables are gone has another one,
   * unless they were dropped by mistake.
   */
  private Mono<Boolean> isUnchanged(ViewPosition position) {
    return service
        .get(registry, ViewPosition.key(position.tables()))
        .map(ViewPosition::of)
        .map(now -> now.version().equals(position.version()))
        .defaultIfEmpty(false);
  }

  private Mono<ViewPosition> applyInParts(
      List<ChangePlan.SourceChange> changes, ViewPosition before, ViewPosition after) {
    var half = changes.size() / 2;
    return apply(changes.subList(0, half), before, before)
        .flatMap(between ->
            apply(changes.subList(half, changes.size()), between, after.stored(between.version())));
  }

  /** Stores a position with some writes. */
  Mono<ViewPosition> store(ViewPosition position, List<TableWrite> writes) {
    return Mono.defer(() -> {
          var operations = new ArrayList<TableWrite>(writes.size() + OWN_OPERATIONS);
          operations.add(TableWrite.of(
              registry,
              new Write.Update(
                  position.entity(), WriteMode.REPLACE, IfMatch.version(position.version()))));
          operations.addAll(writes);
          return service.commit(new JointCommit(operations));
        })
        .map(results -> position.stored(results.get(0).etag().orElseThrow()))
        .onErrorMap(ViewCommits::isTaken, PositionTaken::new);
  }

  private static boolean isTaken(Throwable failure) {
    return Conflicts.hasMovedOn(failure)
        && ((TableServiceException) failure).failedOperation() <= 0;
  }

  private static boolean isTooLarge(Throwable failure) {
    return failure instanceof InvalidRequestException refused
        && refused.code() == ErrorCode.REQUEST_BODY_TOO_LARGE;
  }

  /**
   * The failure of a commit whose position another program has replaced or removed since it was
   * read. Nothing was written.
   */
  static final class PositionTaken extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PositionTaken(Throwable conflict) {
      super("Another program has moved the view.", conflict, false, false);
    }
  }
}
