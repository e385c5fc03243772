package io.weir.client;

import io.weir.client.options.Encryption;
import io.weir.client.options.Endpoint;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parses the URL of an account. Any thread. */
final class EndpointReader {

  private static final String ACCOUNT_IN_PATH = "/[a-z0-9]+(-secondary)?";
  private static final String ACCOUNT_IN_HOST = "[a-z0-9]+(-secondary)?\\.(table|queue)\\..+";
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final Endpoint NONE = new Endpoint("localhost", 1, "/none", Optional.empty());

  private EndpointReader() {}

  /**
   * Parses the addresses of an account, separated by commas: one, or one for each node of a
   * cluster. Each is of the form that {@link #read} knows. Notes an error if they name different
   * accounts, differ in form, or if one occurs twice.
   */
  static List<Endpoint> readAll(String text, Optional<Path> trusted, OptionErrors errors) {
    var all = Arrays.stream(text.split(",", -1))
        .map(one -> read(one.strip(), trusted, errors))
        .toList();
    var first = all.get(0);
    if (!all.contains(NONE) && !all.stream().allMatch(first::isOfSameAccount)) {
      errors.add("endpoints=" + text + " expected=oneAccountAndScheme");
    }
    if (!all.contains(NONE) && all.stream().map(Endpoint::origin).distinct().count() < all.size()) {
      errors.add("endpoints=" + text + " expected=eachOnce");
    }
    return all;
  }

  /**
   * Parses {@code http[s]://HOST[:PORT]/ACCOUNT}, or the cloud's form
   * {@code http[s]://ACCOUNT.table.DOMAIN[:PORT]}, for queues {@code ACCOUNT.queue.DOMAIN}. If the
   * text is invalid, notes the error and returns a placeholder.
   *
   * @param trusted PEM certificates to trust instead of the JVM's
   */
  static Endpoint read(String text, Optional<Path> trusted, OptionErrors errors) {
    try {
      var url = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      if (isScheme(url, "https")) {
        if (isComplete(url)) {
          return of(url, HTTPS_PORT, encryption(trusted, errors));
        }
      } else if (isScheme(url, "http") && isComplete(url)) {
        return of(url, HTTP_PORT, Optional.empty());
      }
    } catch (URISyntaxException e) {
      errors.add("endpointDamagedAt=" + e.getIndex());
    }
    errors.add("endpoint=" + text
        + " expected=http[s]://HOST[:PORT]/ACCOUNT or=http[s]://ACCOUNT.table.DOMAIN[:PORT]");
    return NONE;
  }

  private static Endpoint of(URI url, int usualPort, Optional<Encryption> encryption) {
    var port = url.getPort() < 0 ? usualPort : url.getPort();
    return new Endpoint(url.getHost(), port, url.getPath(), encryption);
  }

  private static boolean isScheme(URI url, String scheme) {
    return scheme.equalsIgnoreCase(url.getScheme());
  }

  private static boolean isComplete(URI url) {
    return url.getHost() != null
        && url.getPort() != 0
        && url.getRawQuery() == null
        && url.getRawFragment() == null
        && url.getRawUserInfo() == null
        && namesAnAccount(url.getHost(), url.getPath());
  }

  private static boolean namesAnAccount(String host, @Nullable String path) {
    return path == null || path.isEmpty()
        ? host.matches(ACCOUNT_IN_HOST)
        : path.matches(ACCOUNT_IN_PATH);
  }

  private static Optional<Encryption> encryption(Optional<Path> trusted, OptionErrors errors) {
    try {
      return Optional.of(Encryption.trusting(trusted));
    } catch (IllegalArgumentException e) {
      errors.add("trust=" + trusted.orElse(Path.of("")) + " expected=pemCertificates");
      return Optional.empty();
    }
  }
}
