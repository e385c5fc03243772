package io.weir.client.pipeline;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.frame.ExpectedFrame;
import io.weir.client.frame.ResponseFrames;
import io.weir.client.frame.StreamingRequests;
import io.weir.client.options.PoolOptions;
import io.weir.client.transport.Attempt;
import io.weir.client.transport.Transport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * Has point reads, and single writes, leave by {@link Pipelines}, of which each place has its own: a table, what is done with it, and for
 * reads the selection.
 *
 * <p>What a request costs, on both sides more than what it asks for, so falls to the pipeline, and an operation costs a frame. Each is
 * carried out and answered by itself, and fails by itself.
 *
 * <p>A call that carries headers of its own, for a trace or an id, goes by itself. Any thread; outcomes are signalled on the
 * connection's loop.
 */
public final class Pipelining {

  private final Duration patience;
  private final StreamingRequests requests;
  private final PipelineCapacity capacity;
  private final Map<Route, Pipelines> places = new ConcurrentHashMap<>();

  /**
   * Nothing is open yet.
   *
   * @param patience how long a pipeline may answer nothing before another is taken; zero for no pipelines
   */
  public Pipelining(Duration patience, PoolOptions pool, StreamingRequests requests) {
    this.patience = patience;
    this.requests = requests;
    this.capacity = PipelineCapacity.of(pool);
  }

  /** A read, which goes {@code alone} where there is no pipeline for it. */
  public Mono<Entity> read(
      Attempt attempt, TableName table, EntityKey key, Selection selection, Mono<Entity> alone) {
    return piped(
        attempt,
        new Route(attempt.group(), table, Dialect.READS, selection),
        () -> new Frame.Key(key),
        ExpectedFrame.ENTITY,
        alone);
  }

  /** The same of a write. */
  public Mono<WriteResult> write(
      Attempt attempt, TableName table, Write write, Mono<WriteResult> alone) {
    return piped(
        attempt,
        new Route(attempt.group(), table, Dialect.WRITES, Selection.ALL),
        () -> new Frame.Change(write),
        ExpectedFrame.RESULT,
        alone);
  }

  private <T> Mono<T> piped(
      Attempt attempt,
      Route route,
      Supplier<Frame> frame,
      ExpectedFrame<T> expected,
      Mono<T> alone) {
    if (patience.isZero() || !attempt.call().headers().isEmpty()) {
      return alone;
    }
    return Mono.deferContextual(context -> {
      var piped = new PipelinedOperation<>(
          attempt.call(), FrameEncoder.encode(frame.get()), expected, alone.contextWrite(context));
      places
          .computeIfAbsent(route, absent -> pipelines(absent, attempt.transport()))
          .add(piped);
      return piped.outcome();
    });
  }

  private Pipelines pipelines(Route route, Transport transport) {
    return new Pipelines(
        capacity,
        patience,
        Schedulers::parallel,
        pipeline -> transport.watched(
            new Attempt(transport, Call.under(Context.empty()), route.group)
                .send(
                    requests.pipeline(route.table, route.action, route.selection, pipeline::chunks),
                    ResponseFrames::of),
            pipeline),
        idle -> places.remove(route, idle));
  }

  /** Lets no pipeline begin any more, and finishes those there are: nothing is under way. */
  public void close() {
    places.values().forEach(Pipelines::close);
  }

  /** Where operations go that may share a pipeline. */
  private record Route(
      ConnectionGroup group, TableName table, String action, Selection selection) {}
}
