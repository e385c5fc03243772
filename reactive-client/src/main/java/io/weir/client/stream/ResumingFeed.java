package io.weir.client.stream;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.TableService;
import io.weir.client.call.Attempts;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.call.RetryPolicy;
import java.io.IOException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A change feed, even if connections break or the service restarts.
 *
 * <p>An attempt that ends is continued by another one, after the token of the last item that the
 * subscriber got and with the demand that is left. A batch that was cut is repeated from its first
 * change.
 *
 * <p>Any thread. Fails with the service's refusal, or with what broke the last attempt if the
 * retries are used up without an item in between.
 */
public final class ResumingFeed {

  private final Attempts<TableService> attempts;
  private final RetryPolicy retries;

  /**
   * Feeds of one service.
   *
   * @param attempts makes the attempts of a feed
   */
  public ResumingFeed(Attempts<TableService> attempts, RetryPolicy retries) {
    this.attempts = attempts;
    this.retries = retries;
  }

  public Flux<FeedItem> open(FeedScope scope, FeedStart from, Call call) {
    return Flux.defer(() -> new Place(scope, from, call).items());
  }

  /**
   * How far one subscriber has got. Signals are serial, so the fields pass from one attempt to the
   * next.
   */
  private final class Place {

    private final FeedScope scope;
    private final Call call;
    private FeedStart from;
    private boolean ended;

    Place(FeedScope scope, FeedStart from, Call call) {
      this.scope = scope;
      this.from = from;
      this.call = call;
    }

    Flux<FeedItem> items() {
      return Flux.defer(this::attempt)
          .doOnNext(this::pass)
          .concatWith(Mono.defer(this::requireEnd))
          .retryWhen(retries.ofStream());
    }

    private Flux<FeedItem> attempt() {
      return attempts
          .attempt(call, ConnectionGroup.MAIN, Mono::just)
          .flatMapMany(tables -> tables.changes(scope, from));
    }

    private void pass(FeedItem item) {
      from = FeedStart.after(item.token());
      ended = item instanceof FeedItem.TableDropped && scope.table().isPresent();
    }

    private Mono<FeedItem> requireEnd() {
      return ended
          ? Mono.empty()
          : Mono.error(new IOException("The service ended the change feed for now."));
    }
  }
}
