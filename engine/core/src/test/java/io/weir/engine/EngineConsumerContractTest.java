package io.weir.engine;

import io.weir.api.TableService;
import io.weir.api.contract.BeforeImageContract;
import io.weir.api.contract.ConsumerContract;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The embedded engine keeps the contract of named consumers, also when it starts anew from its
 * pages or from its log in between.
 */
@ParameterizedClass(name = "{0}")
@EnumSource
final class EngineConsumerContractTest implements ConsumerContract, BeforeImageContract {

  enum Between {
    NOTHING,
    RESTART,
    CRASH
  }

  @Parameter
  Between between;

  private TestStore store;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    store = TestStore.open(StoreOptions.in(folder)
        .withSegmentBytes(16 << 20)
        .withPartitionGroups(4)
        .withDurability(Durability.SYNC));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Override
  public TableService service() {
    return store.tables();
  }

  @Override
  public void midScenario() {
    try {
      switch (between) {
        case NOTHING -> {}
        case RESTART -> store.restart();
        case CRASH -> store.rebuild();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
