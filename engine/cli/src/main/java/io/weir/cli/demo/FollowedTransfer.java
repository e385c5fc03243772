package io.weir.cli.demo;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A transfer between two partitions as a follower of their table sees it.
 *
 * @param changes of the transfer, in the order of the change feed
 */
record FollowedTransfer(List<FeedItem.Change> changes) implements Scene {

  private static final int ACCOUNTS_CHANGED = 2;

  /**
   * Follows the table of {@link Transfer} from now on, then transfers the amount back. Returns
   * after both changes have arrived.
   */
  static Mono<FollowedTransfer> through(TableService service) {
    return service
        .changes(FeedScope.of(Transfer.ACCOUNTS), FeedStart.NOW)
        .switchOnFirst(
            (first, items) -> // the first item is the place at which the feed begins
            Flux.concat(Transfer.back(service).thenMany(Flux.<FeedItem>empty()), items))
        .ofType(FeedItem.Change.class)
        .take(ACCOUNTS_CHANGED)
        .collectList()
        .map(FollowedTransfer::new);
  }

  @Override
  public String title() {
    return "A follower of that table sees the feed move back";
  }

  @Override
  public List<String> lines() {
    return List.of("changed   " + Transfer.text(accounts()), "batches   " + batches());
  }

  private List<Entity> accounts() {
    return changes.stream()
        .map(FeedItem.Change::after)
        .flatMap(Optional::stream)
        .toList();
  }

  private long batches() {
    return changes.stream().mapToLong(FeedItem.Change::batch).distinct().count();
  }
}
