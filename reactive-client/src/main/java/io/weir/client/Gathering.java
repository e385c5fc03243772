package io.weir.client;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Has point reads, and single writes, of one table that are made at the same time leave in one request.
 *
 * <p>While few are under way each leaves at once, by itself. Those that come meanwhile leave together as soon as one of these is
 * answered, or as soon as the first of them has waited for as long as the options say: which is less than a near service takes, and
 * little of what a far one does. Each is carried out and answered by itself, and fails by itself. What a request costs, on both sides
 * more than what it asks for, is then shared.
 *
 * <p>A call that carries headers of its own, for a trace or an id, goes by itself. Any thread; outcomes are signalled on the
 * connection's loop.
 */
final class Gathering {

  private final Duration patience;
  private final Requests requests;
  private final WaitingRoom room;
  private final Map<Route, Gatherer> gatherers = new ConcurrentHashMap<>();

  Gathering(ClientOptions options, Requests requests) {
    this.patience = options.gathering();
    this.requests = requests;
    this.room = new WaitingRoom(options.pool().mostRequests());
  }

  /** A read, which would go {@code alone} where there is nothing to join. */
  Mono<Entity> read(
      Attempt attempt, TableName table, EntityKey key, Selection selection, Mono<Entity> alone) {
    return join(
        attempt,
        new Route(attempt.lane(), table, Dialect.READ, selection),
        () -> new Frame.Key(key),
        Expected.ENTITY,
        alone);
  }

  /** The same of a write. */
  Mono<WriteResult> write(Attempt attempt, TableName table, Write write, Mono<WriteResult> alone) {
    return join(
        attempt,
        new Route(attempt.lane(), table, Dialect.WRITE, Selection.ALL),
        () -> new Frame.Change(write),
        Expected.RESULT,
        alone);
  }

  private <T> Mono<T> join(
      Attempt attempt, Route route, Supplier<Frame> frame, Expected<T> expected, Mono<T> alone) {
    if (patience.isZero() || !attempt.call().headers().isEmpty()) {
      return alone;
    }
    return Mono.deferContextual(context -> {
      var gathered = new Gathered<>(
          attempt.call(), FrameEncoder.encode(frame.get()), expected, alone.contextWrite(context));
      gatherers
          .computeIfAbsent(route, absent -> gatherer(absent, attempt.transport()))
          .add(gathered);
      return gathered.outcome();
    });
  }

  private Gatherer gatherer(Route route, Transport transport) {
    return new Gatherer(
        room,
        patience,
        Schedulers.parallel(),
        (call, frames) -> new Attempt(transport, call, route.lane)
            .send(
                requests.joined(route.table, route.action, route.selection, frames),
                ResponseFrames::of),
        idle -> gatherers.remove(route, idle));
  }

  /** Where requests go that may be joined. */
  private record Route(Lane lane, TableName table, String action, Selection selection) {}
}
