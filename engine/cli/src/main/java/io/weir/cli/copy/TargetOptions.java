package io.weir.cli.copy;

import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.SigningOptions;
import io.weir.cli.terminal.CommandFailure;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name the target of a copy, and the proof of access to it. */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
final class TargetOptions {

  @Option(
      names = "--to",
      paramLabel = "PLACE",
      description =
          "The target: http:// or https://HOST:PORT/ACCOUNT, or the folder of an export. Default: none; required without --to-connection-string.")
  private @Nullable String place;

  @Option(
      names = "--to-account",
      paramLabel = "NAME",
      description =
          "Account that signs the requests to the target. Default: the account of its address.")
  private @Nullable String account;

  @Option(
      names = "--to-key",
      paramLabel = "BASE64",
      description =
          "The account's key. Prefer WEIR_TO_KEY or a file. Default: for devstoreaccount1 its published key, else required.")
  private @Nullable String key;

  @Option(
      names = "--to-sas",
      paramLabel = "QUERY",
      description =
          "A shared access signature, used before a key. Prefer WEIR_TO_SAS or a file. Default: none.")
  private @Nullable String signature;

  @Option(
      names = "--to-connection-string",
      paramLabel = "TEXT",
      description =
          "Connection string of the target, as the SDKs take it, used before the other options. Prefer WEIR_TO_CONNECTION_STRING or a file. Default: none.")
  private @Nullable String connection;

  @Option(
      names = "--to-trust",
      paramLabel = "PEM",
      description =
          "Certificates to trust with an https address of the target. Default: the system's.")
  private @Nullable Path trusted;

  /** Returns the place as it names the target. */
  CopyPlace place() {
    var given = place;
    if (given == null && connection == null) {
      throw CommandFailure.wrongUsage("Name the target with --to or --to-connection-string.");
    }
    return connection == null && given != null && !given.contains("://")
        ? CopyPlace.folder(Path.of(given))
        : CopyPlace.service(EndpointOptions.of(
            given == null ? "" : given,
            SigningOptions.of(account, key, signature, connection, trusted)));
  }
}
