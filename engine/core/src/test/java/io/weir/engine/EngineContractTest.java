package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.api.contract.ChangeContract;
import io.weir.api.contract.ChangeTokenContract;
import io.weir.api.contract.ExpiryContract;
import io.weir.api.contract.IndexContract;
import io.weir.api.contract.JointContract;
import io.weir.api.contract.TableServiceContract;
import io.weir.engine.balance.RestlessShards;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The embedded engine keeps the contract with any number of shards and loops, and after a restart
 * in the middle of a scenario.
 *
 * <p>{@code -Dweir.effort=thorough} restarts in each scenario; {@code -Dweir.firstSeed} repeats the
 * choice of a day: see {@link Seeds}.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("variants")
final class EngineContractTest
    implements TableServiceContract,
        JointContract,
        IndexContract,
        ExpiryContract,
        ChangeContract.Joint,
        ChangeTokenContract.Joint {

  record Variant(int shards, int loops, Durability durability, boolean restarted) {

    StoreOptions options(Path store) {
      return StoreOptions.in(store)
          .withPartitionGroups(shards)
          .withDurability(durability)
          .withSegmentBytes(16 << 20);
    }

    /** Whether the shards move between the loops all the time. */
    boolean isRestless() {
      return loops > 1 && shards > 1 && !restarted;
    }
  }

  /**
   * A quick run restarts the store in one of so many scenarios, in other ones each day: a restart
   * takes longer than the scenario.
   */
  private static final int SCENARIOS_OF_A_RESTART = Effort.choose(8, 1, 1);

  private static final Seeds DAY = Seeds.of(1, 1, 1);

  @TempDir
  static Path folder;

  private static final AtomicInteger STORES = new AtomicInteger();
  private static EmbeddedLoops loops;
  private static StoreOptions options;
  private static Engine engine;
  private static int scenarios;
  private static boolean restarts;
  private static RestlessShards restless;

  @Parameter
  Variant variant;

  /**
   * In a quick run each value of each factor occurs once at least; in a thorough run most pairs of
   * values do.
   */
  static Stream<Variant> variants() {
    var quick = Stream.of(
        new Variant(1, 1, Durability.MEMORY, false),
        new Variant(16, 2, Durability.INTERVAL, false),
        new Variant(4, 2, Durability.SYNC, true));
    var thorough = Stream.of(
        new Variant(4, 1, Durability.MEMORY, false),
        new Variant(16, 1, Durability.SYNC, false),
        new Variant(1, 2, Durability.SYNC, false),
        new Variant(4, 2, Durability.MEMORY, false));
    var torture = Stream.of(
        new Variant(1, 1, Durability.SYNC, true),
        new Variant(4, 2, Durability.INTERVAL, true),
        new Variant(16, 2, Durability.INTERVAL, true),
        new Variant(4, 1, Durability.INTERVAL, true),
        new Variant(16, 1, Durability.SYNC, true),
        new Variant(1, 2, Durability.SYNC, true));
    return Stream.of(
            quick,
            Effort.isAtLeast(Effort.THOROUGH) ? thorough : Stream.<Variant>empty(),
            Effort.isAtLeast(Effort.TORTURE) ? torture : Stream.<Variant>empty())
        .flatMap(Function.identity());
  }

  @BeforeParameterizedClassInvocation
  static void openShared(Variant variant) throws IOException {
    loops = EmbeddedLoops.start(variant.loops());
    openStore(variant);
    if (variant.isRestless()) {
      restless = new RestlessShards(engine.store().placement());
    }
  }

  @AfterParameterizedClassInvocation
  static void closeAll() throws IOException {
    if (restless != null) {
      restless.close();
      restless = null;
    }
    engine.close();
    loops.close();
  }

  @BeforeEach
  void chooseRestarts(TestInfo scenario) {
    var draw = new Random(DAY.first() ^ scenario.getDisplayName().hashCode());
    restarts = variant.restarted() && draw.nextInt(SCENARIOS_OF_A_RESTART) == 0;
  }

  /**
   * A restarted store is new in every sixteenth scenario; otherwise it would read the tables of all
   * earlier ones.
   */
  @BeforeEach
  void openFresh() throws IOException {
    scenarios++;
    if (variant.restarted() && scenarios % 16 == 0) {
      engine.close();
      openStore(variant);
    }
  }

  @Override
  public TableService service() {
    return engine.account(AccountName.DEVELOPMENT);
  }

  @Override
  public void midScenario() {
    if (restarts) {
      try {
        engine.close();
        engine = Engine.open(options, loops.loops());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void openStore(Variant variant) throws IOException {
    options = variant.options(folder.resolve("store-" + STORES.incrementAndGet()));
    engine = Engine.open(options, loops.loops());
  }
}
