package io.weir.cli.serve;

import io.weir.api.wire.SharedKey;
import io.weir.cli.options.AccountOptions;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.store.StoreOpening;
import io.weir.cli.store.StoreProvider;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.client.ClientOptions;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.auth.Callers;
import io.weir.server.files.Refreshable;
import io.weir.server.files.ServerTls;
import io.weir.server.http.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Options of the commands that serve a store. Opening the service blocks. */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ServeOptions {

  @Mixin
  private ListenOptions listening = new ListenOptions();

  @Mixin
  private LimitOptions limits = new LimitOptions();

  @Mixin
  private TlsOptions tls = new TlsOptions();

  @Mixin
  private TraceOptions trace = new TraceOptions();

  @Mixin
  private BearerOptions bearer = new BearerOptions();

  @Mixin
  private AccountOptions account = new AccountOptions();

  @Mixin
  private EngineOptions store = new EngineOptions();

  @Mixin
  private CommonOptions common = new CommonOptions();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  private String opened = "";

  /** Opens the store in the folder, creates it if absent, and serves it. */
  public LocalService open(
      Path data, Optional<Path> backups, ServedAccounts served, Terminal terminal)
      throws IOException {
    return open(data, backups, new ArchivingOptions(), new NodeOptions(), served, terminal);
  }

  /** Opens the store in the folder as a node of a cluster, or on its own, and serves it. */
  LocalService open(
      Path data,
      Optional<Path> backups,
      ArchivingOptions archive,
      NodeOptions node,
      ServedAccounts served,
      Terminal terminal)
      throws IOException {
    var folder = data.toAbsolutePath().normalize();
    var options = store.in(folder);
    var encrypted = tls.files().isPresent();
    var member = node.node(
        folder,
        store.partitionGroups(),
        store.durability(),
        host -> listening.origin(encrypted, host));
    var archiving = archive.archiving(store.durability(), member.isPresent());
    var opening = EngineStore.in(options, backups.map(Path::toAbsolutePath), archiving, member);
    var durability = store.durability().name().toLowerCase(Locale.ROOT);
    return open(folder.toString(), ", durability " + durability, opening, served, terminal);
  }

  /** Opens the store at an address that a provider takes, and serves it. */
  LocalService open(URI address, ServedAccounts served, Terminal terminal) throws IOException {
    return open(address.toString(), "", StoreProvider.find(address), served, terminal);
  }

  private LocalService open(
      String place, String facts, StoreOpening opening, ServedAccounts served, Terminal terminal)
      throws IOException {
    var exposed = listening.requireSecret(served);
    opened = "store " + place + facts;
    var listen = listening.serverOptions();
    limits.applyTo(listen);
    var renewed = new ArrayList<Refreshable>(served.watched());
    var tokens = bearer.verifier(renewed::add);
    var files = tls.files();
    if (files.isPresent()) {
      var context = ServerTls.open(files.get());
      listen.tls(Optional.of(context));
      renewed.add(context.watching(files.get()));
    }
    var server = built(listen);
    MemoryBudget.of(server, store.memory()).log();
    var options = new ServiceOptions(
        opening,
        server,
        listening.queuePort(),
        listening.healthPort(),
        new Callers(served.accounts(), tokens),
        listening.loops(),
        trace.tracing(),
        List.copyOf(renewed),
        Optional.of(OwnStatus.of(command, served.first())));
    terminal.remark("Opening the store " + place + " ...");
    var service = LocalService.open(options);
    service
        .queuesUrl(served.first())
        .ifPresentOrElse(
            url -> terminal.remark("Queues are at " + url + "."),
            () -> terminal.remark("No queues are served."));
    terminal.remark("Connection string of SDKs: "
        + service.connectionString(served.first(), served.shownKey()));
    service.consoleUrl().ifPresent(url -> terminal.remark("The console is at " + url + "."));
    service.metricsUrl().ifPresent(url -> terminal.remark("Metrics are at " + url + "."));
    if (exposed) {
      terminal.remark(
          "Warning: other machines can reach this service, and a key of it is the published one. Anyone can read and"
              + " write; give --account and --key.");
    }
    return service;
  }

  private static ServerOptions built(ServerOptions.Builder options) {
    try {
      return options.build();
    } catch (IllegalArgumentException e) {
      throw CommandFailure.wrongUsage(String.valueOf(e.getMessage()));
    }
  }

  /** Returns the single account of these options. */
  public ServedAccounts ownAccount() {
    var key = sharedKey();
    return new ServedAccounts(
        AccountRegistry.of(new Account(key.account(), List.of(key))),
        key.account(),
        account.description(),
        account.isPublished(),
        List.of());
  }

  /** Returns the key of that account. */
  public SharedKey sharedKey() {
    return account.sharedKey();
  }

  /** Returns a client of the opened service. It connects at its first request. */
  public WeirClient connect(String url) {
    return client(url).connect();
  }

  /** Returns a client of the opened service's queues. It connects at its first request. */
  public WeirQueues connectQueues(String url, DialectChoice dialect) {
    return client(url).dialect(dialect).connectQueues();
  }

  private ClientOptions.Builder client(String url) {
    var client = ClientOptions.builder().endpoint(url).key(account.keyText());
    tls.files().ifPresent(files -> client.trust(files.chain()));
    return client;
  }

  /** Returns a description of the served store for a person. */
  public String description(ServedAccounts served) {
    return opened + ", account " + served.description();
  }
}
