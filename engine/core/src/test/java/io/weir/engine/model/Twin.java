package io.weir.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.tree.TreeCheck;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** An engine and its model, asked the same one after the other. Belongs to the test's thread. */
final class Twin implements AutoCloseable {

  private final SteppedClock clock = new SteppedClock();
  private final TableService model = new ModelTableService(clock);
  private final EmbeddedLoops loops = EmbeddedLoops.start(2);
  private final StoreOptions options;
  private Engine engine;

  private Twin(Path folder, int shards) throws IOException {
    this.options = StoreOptions.in(folder)
        .withPartitionGroups(shards)
        .withSegmentBytes(8 << 20)
        .withClock(clock);
    this.engine = Engine.open(options, loops.loops());
  }

  static Twin open(Path folder, int shards) throws IOException {
    return new Twin(folder, shards);
  }

  /** What a request about the model would answer, without comparing it with anything. */
  TableService model() {
    return model;
  }

  /** Asks both, and holds the engine to the model's answer. */
  void request(String what, Function<TableService, Mono<?>> request) {
    clock.step();
    var expected = Outcome.of(request.apply(model));
    var found = Outcome.of(request.apply(engine.account(AccountName.DEVELOPMENT)));
    assertThat(found.differenceFrom(expected)).as(what).isEmpty();
  }

  void snapshot() throws IOException {
    engine.store().checkpoint();
  }

  void restart() throws IOException {
    engine.close();
    engine = Engine.open(options, loops.loops());
  }

  /** Goes on from what is on the disk now, as if the process had been killed at this moment. */
  void crash() throws IOException {
    var image = options.folder().resolveSibling("image");
    copyTree(options.folder(), image);
    engine.close();
    deleteTree(options.folder());
    Files.move(image, options.folder());
    engine = Engine.open(options, loops.loops());
  }

  /** Verifies what holds for every tree, and that no page is lost. */
  void verifyTrees() {
    for (var shard : engine.store().shards()) {
      var verified = new CompletableFuture<TreeCheck.Census>();
      shard.execute(() -> {
        try {
          verified.complete(TreeCheck.verify(shard.tree()));
        } catch (IllegalStateException e) {
          verified.completeExceptionally(e);
        }
      });
      verified.join();
    }
  }

  @Override
  public void close() throws IOException {
    engine.close();
    loops.close();
  }

  private static void copyTree(Path from, Path to) throws IOException {
    Files.walkFileTree(from, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
          throws IOException {
        Files.createDirectories(to.resolve(from.relativize(folder)));
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
          throws IOException {
        Files.copy(file, to.resolve(from.relativize(file)));
        return FileVisitResult.CONTINUE;
      }
    });
  }

  private static void deleteTree(Path folder) throws IOException {
    Files.walkFileTree(folder, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
          throws IOException {
        Files.delete(file);
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult postVisitDirectory(Path visited, IOException failure)
          throws IOException {
        Files.delete(visited);
        return FileVisitResult.CONTINUE;
      }
    });
  }
}
