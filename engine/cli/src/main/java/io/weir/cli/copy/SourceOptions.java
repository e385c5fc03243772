package io.weir.cli.copy;

import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.SigningOptions;
import io.weir.cli.terminal.CommandFailure;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name the source of a copy, and the proof of access to it. */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
final class SourceOptions {

  @Option(
      names = "--from",
      paramLabel = "PLACE",
      description =
          "The source: http:// or https://HOST:PORT/ACCOUNT, or the folder of an export. Default: none; required without --from-connection-string.")
  private @Nullable String place;

  @Option(
      names = "--from-account",
      paramLabel = "NAME",
      description =
          "Account that signs the requests to the source. Default: the account of its address.")
  private @Nullable String account;

  @Option(
      names = "--from-key",
      paramLabel = "BASE64",
      description =
          "The account's key. Prefer WEIR_FROM_KEY or a file. Default: for devstoreaccount1 its published key, else required.")
  private @Nullable String key;

  @Option(
      names = "--from-sas",
      paramLabel = "QUERY",
      description =
          "A shared access signature, used before a key. Prefer WEIR_FROM_SAS or a file. Default: none.")
  private @Nullable String signature;

  @Option(
      names = "--from-connection-string",
      paramLabel = "TEXT",
      description =
          "Connection string of the source, as the SDKs take it, used before the other options. Prefer WEIR_FROM_CONNECTION_STRING or a file. Default: none.")
  private @Nullable String connection;

  @Option(
      names = "--from-trust",
      paramLabel = "PEM",
      description =
          "Certificates to trust with an https address of the source. Default: the system's.")
  private @Nullable Path trusted;

  /** Returns the place as it names the source. */
  CopyPlace place() {
    var given = place;
    if (given == null && connection == null) {
      throw CommandFailure.wrongUsage("Name the source with --from or --from-connection-string.");
    }
    return connection == null && given != null && !given.contains("://")
        ? CopyPlace.folder(Path.of(given))
        : CopyPlace.service(EndpointOptions.of(
            given == null ? "" : given,
            SigningOptions.of(account, key, signature, connection, trusted)));
  }
}
