package io.weir.server.cli;

import io.weir.server.bearer.IssuerKeys;
import io.weir.server.renewal.Renewed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of an issuer at its address, fetched again every five minutes. Fetching blocks.
 *
 * <p>An issuer that does not answer leaves the keys as they are: tokens outlive it for as long as its keys do.
 */
final class FetchedKeys implements Renewed {

  private static final Logger LOG = LoggerFactory.getLogger(FetchedKeys.class);
  private static final Duration BETWEEN_FETCHES = Duration.ofMinutes(5);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int OK = 200;

  private final URI address;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final IssuerKeys keys;
  private String last;

  /** Fetches them for the first time. Fails when they cannot be had or used. */
  FetchedKeys(URI address) throws IOException {
    this.address = address;
    this.last = fetch();
    this.keys = IssuerKeys.parse(last);
  }

  IssuerKeys keys() {
    return keys;
  }

  @Override
  public Duration every() {
    return BETWEEN_FETCHES;
  }

  @Override
  public boolean check() {
    try {
      var text = fetch();
      if (text.equals(last)) {
        return false;
      }
      keys.become(text);
      last = text;
      LOG.info("The issuer has new keys; they are in force. address={}", address);
      return true;
    } catch (IOException e) {
      LOG.warn(
          "The keys of the issuer cannot be had or used; those before stay in force. address={} reason={}",
          address,
          e.getMessage());
      return false;
    }
  }

  private String fetch() throws IOException {
    try {
      var answer = http.send(
          HttpRequest.newBuilder(address).timeout(PATIENCE).build(), BodyHandlers.ofString());
      if (answer.statusCode() != OK) {
        throw new IOException(address + " answers " + answer.statusCode() + ".");
      }
      return answer.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while the keys of the issuer were fetched.", e);
    }
  }
}
