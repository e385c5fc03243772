package io.weir.cli.serve;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.client.WeirClient;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.pattern.Patterns;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The client's patterns over the engine in process, and over a running service. The emulator's
 * suite runs them over the protocol.
 */
@Tag(Effort.THOROUGHLY)
@ParameterizedClass(name = "{0}")
@EnumSource
final class PatternsTest implements Patterns {

  enum Way {
    IN_PROCESS,
    STREAMING
  }

  private static final Map<Way, TableService> SERVICES = new EnumMap<>(Way.class);

  private static EmbeddedLoops loops;
  private static Engine engine;
  private static RunningService service;
  private static WeirClient streaming;

  @Parameter
  Way way;

  @BeforeAll
  static void start(@TempDir Path folder) throws IOException {
    loops = EmbeddedLoops.start(2);
    engine = Engine.open(
        StoreOptions.in(folder.resolve("embedded"))
            .withSegmentBytes(16 << 20)
            .withPartitionGroups(4),
        loops.loops());
    service = RunningService.start(folder);
    streaming = WeirClient.builder().endpoint(service.endpoint()).connect();
    SERVICES.put(Way.IN_PROCESS, engine.account(AccountName.DEVELOPMENT));
    SERVICES.put(Way.STREAMING, streaming);
  }

  @AfterAll
  static void stop() throws IOException {
    streaming.close();
    service.close();
    engine.close();
    loops.close();
  }

  @Override
  public TableService weir() {
    return Objects.requireNonNull(SERVICES.get(way));
  }
}
