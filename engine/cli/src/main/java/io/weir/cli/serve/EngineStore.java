package io.weir.cli.serve;

import io.weir.api.AccountName;
import io.weir.api.queue.QueueService;
import io.weir.cli.store.BackingStore;
import io.weir.cli.store.StoreOpening;
import io.weir.engine.Engine;
import io.weir.engine.archive.ContinuousBackup;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.LoopWatch;
import io.weir.engine.loop.Loops;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreEnvironment;
import io.weir.engine.store.StoreOptions;
import io.weir.search.SearchOptions;
import io.weir.search.TableSearch;
import io.weir.server.Backend;
import io.weir.server.loop.NettyLoops;
import io.weir.server.operator.EngineMetrics;
import io.weir.server.operator.EngineReadiness;
import io.weir.server.operator.FolderBackups;
import io.weir.server.operator.SearchMetrics;
import io.weir.server.operator.ServerMetrics;
import io.weir.server.operator.StoreNodes;
import io.weir.server.operator.StoreShards;
import io.weir.server.operator.TableAdvice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A store in a folder of this machine, with its text indexes. Its shards run on the loops that
 * serve.
 */
final class EngineStore implements BackingStore {

  /**
   * The folder of the text indexes within that of the store. It may be deleted while the service is
   * stopped.
   */
  private static final String SEARCH_FOLDER = "search";

  private final Engine engine;
  private final LoopWatch watch;

  /**
   * Empty for a node of a cluster: an index follows one store, and is not on the node that leads
   * next.
   */
  private final Optional<TableSearch> search;

  private final Optional<ContinuousBackup> archive;
  private final Backend backend;

  /** Begins to archive an open store. */
  @FunctionalInterface
  interface Archiving {
    ContinuousBackup start(Store store) throws IOException;
  }

  private EngineStore(
      Engine engine,
      LoopWatch watch,
      Optional<TableSearch> search,
      Optional<ContinuousBackup> archive,
      Optional<Path> backups) {
    this.engine = engine;
    this.watch = watch;
    this.search = search;
    this.archive = archive;
    var backend = new Backend(
            engine::account,
            engine::outbox,
            engine::settings,
            new EngineReadiness(engine, watch, archive),
            new FolderBackups(engine, backups),
            TableAdvice.of(engine))
        .withShards(StoreShards.of(engine))
        .withNodes(StoreNodes.of(engine));
    this.backend = search
        .map(opened -> backend.withSearches(opened::account))
        .orElseGet(() -> backend.withSecondary(new Backend.Secondary(
            engine::secondary, engine::secondarySettings, engine::syncedTicks)));
  }

  /**
   * Returns the opening of a store, which is created if absent.
   *
   * @param backups folder that takes backups; without one they are refused
   */
  static StoreOpening in(StoreOptions store, Optional<Path> backups) {
    return in(store, backups, Optional.empty(), Optional.empty());
  }

  /**
   * Returns the opening of a store as {@link #in(StoreOptions, Optional)} does.
   *
   * @param archive archives the open store
   * @param node what makes the store a node of several
   */
  static StoreOpening in(
      StoreOptions store,
      Optional<Path> backups,
      Optional<Archiving> archive,
      Optional<ServedNode> node) {
    return new StoreOpening() {
      @Override
      public BackingStore open(NettyLoops loops) throws IOException {
        return EngineStore.open(store, backups, archive, node, loops);
      }

      @Override
      public boolean offersQueues() {
        return true;
      }
    };
  }

  private static EngineStore open(
      StoreOptions store,
      Optional<Path> backups,
      Optional<Archiving> archive,
      Optional<ServedNode> node,
      NettyLoops loops)
      throws IOException {
    var shared = new Loops(List.<Loop>copyOf(loops.all()));
    var environment = node.map(ServedNode::membership)
        .map(StoreEnvironment.SYSTEM::withMembership)
        .orElse(StoreEnvironment.SYSTEM);
    var engine = Engine.over(Store.open(store, shared, environment));
    var watch = LoopWatch.start(shared);
    try {
      if (node.isPresent()) {
        node.get().opened().by(engine.store());
      }
      var search = node.isPresent()
          ? Optional.<TableSearch>empty()
          : Optional.of(
              TableSearch.open(engine, SearchOptions.in(store.folder().resolve(SEARCH_FOLDER))));
      var archived = archive.isPresent()
          ? Optional.of(archive.get().start(engine.store()))
          : Optional.<ContinuousBackup>empty();
      return new EngineStore(engine, watch, search, archived, backups);
    } catch (IOException | RuntimeException e) {
      watch.close();
      engine.close();
      throw e;
    }
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public Optional<Function<AccountName, QueueService>> queues() {
    return Optional.of(engine::queues);
  }

  @Override
  public void bind(ServerMetrics metrics) {
    EngineMetrics.bind(metrics, engine);
    EngineMetrics.bind(metrics, watch);
    search.ifPresent(opened -> SearchMetrics.bind(metrics, opened.measures()));
    archive.ifPresent(started -> EngineMetrics.bind(metrics, started));
  }

  @Override
  public void retire() {
    engine.handOver();
    engine.endWaits();
  }

  @Override
  public void close() throws IOException {
    try (engine;
        watch) { // a store that stays open stays locked
      archive.ifPresent(ContinuousBackup::close);
      search.ifPresent(TableSearch::close);
    }
  }
}
