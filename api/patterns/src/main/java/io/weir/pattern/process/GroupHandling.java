package io.weir.pattern.process;

import io.weir.api.FeedGroups;
import io.weir.api.FeedItem;
import io.weir.api.FeedStart;
import io.weir.api.TableService;
import io.weir.api.follow.ChunkBoundary;
import io.weir.api.follow.FeedChunk;
import io.weir.api.follow.FeedCursor;
import io.weir.api.follow.Patience;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Follows the feed of one partition group and handles its batches one after another.
 *
 * <p>Holds one batch, which is being handled, and the first item of the next one. Signals are
 * serial.
 */
record GroupHandling(
    int group,
    TableService service,
    ProcessorOptions options,
    BatchAttempts attempts,
    Patience patience)
    implements GroupWork {

  @Override
  public Mono<Void> follow(Progress progress, Mono<Void> stop) {
    return FeedCursor.over(this::items, ChunkBoundary.BATCHES)
        .with(patience)
        .until(stop)
        .follow(progress, this::handle)
        .then();
  }

  private Flux<FeedItem> items(FeedStart from) {
    return service
        .changes(options.scope().in(FeedGroups.only(group)), from)
        .filter(item -> !isOwn(item));
  }

  /**
   * Whether an item reports a write of a processor: the account's feed would otherwise never end to
   * report what it causes.
   */
  private boolean isOwn(FeedItem item) {
    return item instanceof FeedItem.Effect effect
        && (effect.table().equals(options.leases())
            || effect.table().equals(options.deadLetters()));
  }

  private Mono<Void> handle(FeedChunk batch) {
    return batch.last() instanceof FeedItem.Checkpoint
        ? Mono.empty()
        : attempts.handle(new ChangeBatch(group, batch.items()));
  }
}
