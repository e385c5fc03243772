package io.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.SenderContext;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.wire.Frame;
import io.weir.api.write.Write;
import io.weir.client.ScriptedServer;
import io.weir.client.WeirClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

final class ObservationsTest {

  private static final TableName TABLE = new TableName("People");
  private static final Entity ENTITY = Entity.builder("p", "r").build();
  private static final Frame ROW = new Frame.Item(new StreamItem.Row(ENTITY));
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Recorder recorder = new Recorder();
  private final ObservationRegistry registry = ObservationRegistry.create();
  private final ScriptedServer server = new ScriptedServer();
  private final WeirClient client;

  ObservationsTest() {
    registry.observationConfig().observationHandler(recorder);
    client = server.client().observations(registry).connect();
  }

  @AfterEach
  void close() {
    client.closeLater().block(PATIENCE);
    server.close();
  }

  @Test
  void aRequestIsOneObservationHoweverManyItsAttempts() {
    server.thenBreak().thenFrames(ROW);

    client.get(TABLE, ENTITY.key()).block(PATIENCE);

    assertThat(recorder.ended).containsExactly(Map.of("operation", "GetEntity", "outcome", "ok"));
    assertThat(client.statistics().attempts()).isEqualTo(2);
  }

  @Test
  void theOutcomeOfAFailureIsItsCode() {
    server.thenRefusal(
        new Frame.Failure(new ConflictException(ErrorCode.ENTITY_ALREADY_EXISTS, "")));

    client.write(TABLE, new Write.Insert(ENTITY)).onErrorComplete().block(PATIENCE);

    assertThat(recorder.ended)
        .containsExactly(Map.of("operation", "WriteEntity", "outcome", "EntityAlreadyExists"));
  }

  @Test
  void theOutcomeOfACancelledStreamIsCancelled() {
    server.then((request, response) ->
        ScriptedServer.frames(response, 200, Flux.concat(Flux.just(ROW), Flux.never())));

    client.stream(TABLE, Query.ALL).take(1).blockLast(PATIENCE);

    assertThat(recorder.ended)
        .containsExactly(Map.of("operation", "StreamEntities", "outcome", "cancelled"));
  }

  @Test
  void theContextProvidesTheParentAndATracerWritesHeaders() {
    var parent = Observation.start("caller", registry);
    server.thenFrames(ROW);

    client
        .get(TABLE, ENTITY.key())
        .contextWrite(context -> context.put(Observations.PARENT, parent))
        .block(PATIENCE);

    assertThat(recorder.parents).containsExactly("caller");
    assertThat(server.headers().get(0).get("traceparent")).isEqualTo("written-by-a-tracer");
  }

  /** The part of Micrometer's tracing that affects a request. */
  private static final class Recorder implements ObservationHandler<Observation.Context> {

    final List<Map<String, String>> ended = new CopyOnWriteArrayList<>();
    final List<String> parents = new CopyOnWriteArrayList<>();

    @Override
    public void onStart(Observation.Context context) {
      if (context.getParentObservation() != null) {
        parents.add(context.getParentObservation().getContextView().getName());
      }
      if (context instanceof SenderContext<?> sender) {
        trace(sender);
      }
    }

    @Override
    public void onStop(Observation.Context context) {
      var values = new TreeMap<String, String>();
      context
          .getLowCardinalityKeyValues()
          .forEach(value -> values.put(value.getKey(), value.getValue()));
      ended.add(values);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }

    private static <C> void trace(SenderContext<C> sender) {
      sender.getSetter().set(sender.getCarrier(), "traceparent", "written-by-a-tracer");
    }
  }
}
