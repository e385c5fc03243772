package io.weir.search.table;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Closes the indexes of a table, and deletes those that are of no use any more, each with its
 * consumer. Its methods belong to the table's worker.
 *
 * <p>What cannot be deleted is left for the next start, which looks at all folders and consumers.
 */
final class Discards {

  private static final Logger LOG = LoggerFactory.getLogger(Discards.class);

  private final BuildContext context;

  /** Removals of consumers that are under way. They end on any thread. */
  private final Set<Mono<Void>> underWay = ConcurrentHashMap.newKeySet();

  Discards(BuildContext context) {
    this.context = context;
  }

  /** Closes and deletes an index. */
  void discard(IndexBuild build) {
    close(build);
    discard(build.number());
  }

  /** Closes an index as it was at its last commit. */
  void close(IndexBuild build) {
    try {
      build.close();
    } catch (IOException | RuntimeException e) { // what is closed here is not needed any more
      LOG.debug("a text index did not close number={}", build.number(), e);
    }
  }

  /** Commits and closes an index. */
  void closeCommitted(IndexBuild build) {
    try {
      build.closeCommitted();
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "a text index was not committed at the stop; it follows from its last commit table={}",
          context.distance().table(),
          e);
    }
  }

  /** Deletes the folder and the consumer of a number. Each may be absent. */
  void discard(int number) {
    try {
      context.folder().delete(number);
    } catch (IOException e) {
      LOG.warn(
          "a discarded text index was not deleted; the next start tries again folder={}",
          context.folder().of(number),
          e);
    }
    deleteConsumer(number);
  }

  private void deleteConsumer(int number) {
    var removal = context
        .consumer(number)
        .delete()
        .onErrorResume(failed -> notDeleted(number, failed))
        .cache();
    underWay.add(removal);
    var unused = removal.doFinally(end -> underWay.remove(removal)).subscribe();
  }

  private Mono<Void> notDeleted(int number, Throwable failure) {
    LOG.warn(
        "the consumer of a discarded text index was not deleted; the next start tries again table={} number={}",
        context.distance().table(),
        number,
        failure);
    return Mono.empty();
  }

  /** Deletes the folder of all indexes. */
  void discardAll() {
    try {
      BuildFolder.delete(context.folder().path());
    } catch (IOException e) {
      LOG.warn(
          "a dropped text index was not deleted; the next start tries again folder={}",
          context.folder().path(),
          e);
    }
  }

  /**
   * Completes when the consumers of all indexes that were discarded before subscription are
   * deleted. Never fails.
   */
  Mono<Void> ended() {
    return Mono.defer(() -> Mono.when(Set.copyOf(underWay)));
  }
}
