package io.weir.server.cli;

import io.weir.api.wire.SharedKey;
import io.weir.client.WeirClient;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.auth.Callers;
import io.weir.server.files.Refreshable;
import io.weir.server.http.ServerOptions;
import io.weir.server.tls.ServerTls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Mixin;

/** Options of the commands that serve a store, and the service that they describe. Opening it blocks. */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
final class ServiceSettings {

  @Mixin
  private ListenSettings listening = new ListenSettings();

  @Mixin
  private LimitSettings limits = new LimitSettings();

  @Mixin
  private TlsSettings tls = new TlsSettings();

  @Mixin
  private BearerSettings bearer = new BearerSettings();

  @Mixin
  private AccountSettings account = new AccountSettings();

  @Mixin
  private StoreSettings store = new StoreSettings();

  @Mixin
  private CommonSettings common = new CommonSettings();

  private Path folder = Path.of("");

  /** Opens the store of the folder, which is made when it is not there, and serves it. */
  LocalService open(Path data, Optional<Path> backups, ServedAccounts served, Terminal terminal)
      throws IOException {
    var exposed = listening.requireSecret(served);
    folder = data.toAbsolutePath().normalize();
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
    var options = new ServiceOptions(
        store.in(folder),
        built(listen),
        new Callers(served.accounts(), tokens),
        listening.loops(),
        backups.map(Path::toAbsolutePath),
        List.copyOf(renewed));
    terminal.remark("Opening the store " + folder + " ...");
    var service = LocalService.open(options);
    service.metricsUrl().ifPresent(url -> terminal.remark("Metrics are at " + url + "."));
    if (exposed) {
      terminal.remark(
          "Warning: other machines can reach this service, and a key of it is the published one. Anybody may read and"
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

  /** The one account of these options. */
  ServedAccounts ownAccount() {
    var key = sharedKey();
    return new ServedAccounts(
        AccountRegistry.of(new Account(key.account(), List.of(key))),
        key.account(),
        account.description(),
        account.isPublished(),
        List.of());
  }

  /** The key that signs in the name of that account. */
  SharedKey sharedKey() {
    return account.sharedKey();
  }

  /** A client of the service that was opened. Nothing is connected yet. */
  WeirClient connect(String url) {
    var client = WeirClient.builder().endpoint(url).key(account.keyText());
    tls.files().ifPresent(files -> client.trust(files.chain()));
    return client.connect();
  }

  /** What is served, for a person to read. */
  String description(ServedAccounts served) {
    return "store " + folder + ", durability " + store.durability().name().toLowerCase(Locale.ROOT)
        + ", account " + served.description();
  }
}
