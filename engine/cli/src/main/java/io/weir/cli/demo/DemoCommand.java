package io.weir.cli.demo;

import io.weir.api.Query;
import io.weir.cli.rows.Loader;
import io.weir.cli.serve.ServeOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Loads real data, runs one query of each kind, prints how each was answered, and continues to
 * serve.
 */
@Command(
    name = "demo",
    sortOptions = false,
    description =
        "Store 10,000 bird strikes, ask a query of each kind through the client, then serve on for you to try.")
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class DemoCommand implements Callable<Integer> {

  /** The nodes that a cluster may have. */
  private static final List<String> IDS = List.of("a", "b", "c", "d", "e", "f", "g");

  @Option(names = "--once", description = "Exit after the queries instead of continuing to serve.")
  private boolean once;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "weir-demo-data",
      description = "Folder of the store; created if absent. Default: ./${DEFAULT-VALUE}.")
  private Path data = Path.of("weir-demo-data");

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Start so many nodes that keep one store, 3 to 7, each a process; kill the one that leads, and go on at the next. Default: ${DEFAULT-VALUE}, a service of its own.")
  private int nodes = 1;

  @Mixin
  private ServeOptions options = new ServeOptions();

  private final Terminal terminal;

  public DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    return nodes == 1 ? serveAlone() : serveAsNodes();
  }

  private int serveAsNodes() throws IOException {
    if (nodes < 3 || nodes > IDS.size()) {
      throw CommandFailure.wrongUsage("--nodes is 1, or 3 to 7, not " + nodes + ".");
    }
    var ids = IDS.subList(0, nodes);
    try (var cluster = NodeProcesses.start(data, ids)) {
      new NodesTour(cluster, terminal, options::connect).run(ids);
      if (!once) {
        terminal.say(
            "Serving on. Stop all nodes with Ctrl-C. Their logs are beside their folders in " + data
                + ".");
        new CountDownLatch(1).await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  private int serveAlone() throws IOException {
    var served = options.ownAccount();
    try (var service = options.open(data, Optional.empty(), served, terminal)) {
      var url = service.url(served.first());
      terminal.say(
          "Serving  " + url + ", HTTP/1.1 and HTTP/2 (" + options.description(served) + ")");
      show(url, service.queuesUrl(served.first()));
      if (!once) {
        service
            .consoleUrl()
            .ifPresent(page -> terminal.say("Look at the data in a browser: " + page));
        CurlExamples.of(url, options.sharedKey(), Clock.systemUTC()).forEach(terminal::say);
        terminal.say(
            "Serving on. Stop it with Ctrl-C; the next start finds the data already there.");
        service.awaitStop(terminal);
      }
    }
    return 0;
  }

  private void show(String url, Optional<String> queuesUrl) throws IOException {
    try (var client = options.connect(url)) {
      load(client);
      terminal.say("");
      var scenes = new ArrayList<Mono<? extends Scene>>(List.of(
          Transfer.through(client),
          FollowedTransfer.through(client),
          ExpiringNote.through(client)));
      if (queuesUrl.isEmpty()) {
        play(client, scenes);
        terminal.say("Queues are not served (--queue-port off): the two messages are left out.");
        return;
      }
      try (var queues = options.connectQueues(queuesUrl.get(), DialectChoice.STREAMING);
          var plainQueues = options.connectQueues(queuesUrl.get(), DialectChoice.REST)) {
        scenes.add(QueuedMessage.through(client, client, queues));
        scenes.add(SdkMessage.through(plainQueues));
        play(client, scenes);
      }
    }
  }

  private void play(WeirClient client, List<Mono<? extends Scene>> scenes) {
    new Tour(terminal.out(), System::nanoTime).through(client, scenes).block();
    terminal.out().flush();
  }

  private void load(WeirClient client) {
    var loader = new Loader(client, Loader.USUAL_IN_FLIGHT);
    if (!Boolean.TRUE.equals(loader.ensure(Birdstrikes.TABLE).block())
        && count(client) == Birdstrikes.COUNT) {
      terminal.say(
          "Data     found: 10,000 bird strikes of 1990 to 2002 are in the table Birdstrikes since an earlier start");
      return;
    }
    terminal.say(
        "Data     10,000 bird strikes of 1990 to 2002, going into the table Birdstrikes through the client");
    try (var progress = terminal.progress().begin("Loading", Birdstrikes.COUNT, "strikes")) {
      loader
          .load(
              Birdstrikes.TABLE,
              Birdstrikes.entities().subscribeOn(Schedulers.boundedElastic()),
              progress)
          .block();
    }
  }

  private static long count(WeirClient client) {
    var counted =
        client.query(Birdstrikes.TABLE, Query.ALL.select("RowKey")).count().block();
    return counted == null ? 0 : counted;
  }
}
