package io.weir.server.cli;

import io.weir.server.auth.TokenVerifier;
import io.weir.server.bearer.IssuerKeys;
import io.weir.server.bearer.IssuerTerms;
import io.weir.server.bearer.JwtVerifier;
import io.weir.server.files.Refreshable;
import io.weir.server.files.WatchedFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whose bearer tokens a service takes, and which of their roles mean what. */
final class BearerSettings {

  @Option(
      names = "--issuer",
      paramLabel = "TEXT",
      description = "Take bearer tokens of this issuer, as they name it. Default: none are taken.")
  private @Nullable String issuer;

  @Option(
      names = "--audience",
      paramLabel = "TEXT",
      description = "Whom the tokens must be for. Default: none; required with --issuer.")
  private @Nullable String audience;

  @Option(
      names = "--issuer-keys",
      paramLabel = "WHERE",
      description =
          "JSON Web Key set of the issuer: a file, or a URL that is fetched again every five minutes, and within ten seconds of"
              + " a token with a new key. Default: none; required with --issuer.")
  private @Nullable String keys;

  @Option(
      names = "--authorization-uri",
      paramLabel = "URL",
      description = "Where clients are told to get tokens. Default: the issuer.")
  private @Nullable String authorizationUri;

  @Option(
      names = "--roles-claim",
      paramLabel = "NAME",
      defaultValue = "roles",
      description = "Claim that names the roles of whoever has a token. Default: ${DEFAULT-VALUE}.")
  private String rolesClaim = "roles";

  @Option(
      names = "--reader-role",
      paramLabel = "NAME",
      defaultValue = "reader",
      description = "Role that may read. Default: ${DEFAULT-VALUE}.")
  private String readerRole = "reader";

  @Option(
      names = "--contributor-role",
      paramLabel = "NAME",
      defaultValue = "contributor",
      description = "Role that may read and write. Default: ${DEFAULT-VALUE}.")
  private String contributorRole = "contributor";

  /** What verifies tokens, if any are taken. Reads or fetches the keys, and hands over what has to be looked at again. */
  Optional<TokenVerifier> verifier(Consumer<Refreshable> renewed) throws IOException {
    if (issuer == null) {
      return Optional.empty();
    }
    if (audience == null || keys == null) {
      throw CommandFailure.wrongUsage("--issuer needs --audience and --issuer-keys.");
    }
    var terms = new IssuerTerms(
        issuer,
        audience,
        authorizationUri == null ? issuer : authorizationUri,
        rolesClaim,
        Set.of(readerRole),
        Set.of(contributorRole));
    return Optional.of(new JwtVerifier(terms, keys(keys, renewed), Clock.systemUTC()));
  }

  private static IssuerKeys keys(String where, Consumer<Refreshable> renewed) throws IOException {
    if (where.startsWith("http://") || where.startsWith("https://")) {
      var fetched = new FetchedKeys(URI.create(where));
      renewed.accept(fetched);
      return fetched.keys();
    }
    var file = Path.of(where).toAbsolutePath();
    var keys = IssuerKeys.parse(Files.readString(file));
    renewed.accept(new WatchedFiles(List.of(file), () -> keys.replaceWith(Files.readString(file))));
    return keys;
  }
}
