package io.weir.cli.serve;

import io.weir.cli.terminal.CommandFailure;
import io.weir.server.auth.IssuerKeys;
import io.weir.server.auth.IssuerTerms;
import io.weir.server.auth.JwtVerifier;
import io.weir.server.auth.TokenVerifier;
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

/** Options of bearer tokens: issuer, audience, keys and roles. */
final class BearerOptions {

  @Option(
      names = "--issuer",
      paramLabel = "TEXT",
      description =
          "Accept bearer tokens of this issuer, as the tokens spell it. Default: no tokens are accepted.")
  private @Nullable String issuer;

  @Option(
      names = "--audience",
      paramLabel = "TEXT",
      description = "Audience that tokens must name. Default: none; required with --issuer.")
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
      description = "Address at which clients get tokens. Default: the issuer.")
  private @Nullable String authorizationUri;

  @Option(
      names = "--roles-claim",
      paramLabel = "NAME",
      defaultValue = "roles",
      description = "Claim that holds the roles of the token's bearer. Default: ${DEFAULT-VALUE}.")
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

  /**
   * Returns the verifier of tokens, or empty without an issuer. Reads or fetches the keys, and
   * passes on the source of later keys.
   */
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
