package io.weir.client.stream;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.client.call.Attempts;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.call.RetryPolicy;
import java.io.IOException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A query's whole answer, even if connections break.
 *
 * <p>An attempt that ends before its last item is continued by another one, after the last entity
 * that the subscriber got and with the demand that is left. If the service ends an attempt at one
 * of its own limits, the next attempt follows at once, without a limit on their number. In the
 * order of an index, an attempt begins at the last position that the service has named, and
 * entities that the subscriber has are dropped. The final report counts returned entities exactly;
 * entities scanned by a broken attempt count as far as the service has reported them.
 *
 * <p>Any thread. Fails with the service's refusal, or with what broke the last attempt if the
 * retries are used up without an item in between.
 */
public final class ResumingStream {

  private final Attempts<TableService> attempts;
  private final RetryPolicy retries;

  /**
   * Streams of one service.
   *
   * @param attempts makes the attempts of a stream
   */
  public ResumingStream(Attempts<TableService> attempts, RetryPolicy retries) {
    this.attempts = attempts;
    this.retries = retries;
  }

  public Flux<StreamItem> open(TableName table, Query query, Call call) {
    return Flux.defer(() -> resuming(table, new StreamPosition(query), call));
  }

  private Flux<StreamItem> resuming(TableName table, StreamPosition place, Call call) {
    return Flux.defer(() -> attempt(table, place, call))
        .filter(place::isWanted)
        .map(place::pass)
        .concatWith(Mono.defer(() -> requireEnd(place)))
        .repeat(place::isCutShort)
        .retryWhen(retries.ofStream());
  }

  private Flux<StreamItem> attempt(TableName table, StreamPosition place, Call call) {
    return attempts
        .attempt(call, ConnectionGroup.MAIN, Mono::just)
        .flatMapMany(tables -> tables.stream(table, place.rest()))
        .onErrorResume(StreamLimitReached.class, cut -> {
          place.cutShort(cut.resume());
          return Mono.empty();
        });
  }

  private static Mono<StreamItem> requireEnd(StreamPosition place) {
    return place.isEnded() || place.isCutShort()
        ? Mono.empty()
        : Mono.error(new IOException("The stream ended before its last item."));
  }
}
