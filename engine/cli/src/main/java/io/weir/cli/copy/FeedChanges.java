package io.weir.cli.copy;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.TableService;
import io.weir.cli.terminal.CommandFailure;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Changes by the source's change feed: all of them, removals included, in their order. A round ends at a checkpoint. Immutable; any thread. */
record FeedChanges(TableService source, FeedRepeat repeat) implements SourceChanges {

  private static final String KIND = "feed:";

  @Override
  public Mono<String> begin() {
    return source
        .changes(FeedScope.ACCOUNT, FeedStart.NOW)
        .filter(item -> item instanceof FeedItem.Checkpoint)
        .next()
        .map(FeedChanges::place);
  }

  @Override
  public Flux<Round> from(String place) {
    if (!place.startsWith(KIND)) {
      return Flux.error(CommandFailure.failed(
          "The journal was begun without the change feed; delete it to copy from the start."));
    }
    return source
        .changes(FeedScope.ACCOUNT, FeedStart.after(new FeedToken(place.substring(KIND.length()))))
        .bufferUntil(item -> item instanceof FeedItem.Checkpoint)
        .concatMap(this::repeat, 1);
  }

  private Mono<Round> repeat(List<FeedItem> items) {
    var end = place(items.get(items.size() - 1));
    return repeat.of(items).map(changes -> new Round(end, changes));
  }

  private static String place(FeedItem item) {
    return KIND + item.token().text();
  }
}
