package io.weir.cli.serve;

import io.weir.server.auth.IssuerKeys;
import io.weir.server.files.Refreshable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of an issuer at its address, fetched again every five minutes; and at the next look, ten
 * seconds away at most, when a token named one that was not among them. So a new key is soon known,
 * and tokens that anybody may invent cost the issuer no more than a fetch in ten seconds. Fetching
 * blocks.
 *
 * <p>An issuer that does not answer leaves the keys as they are: tokens outlive it for as long as
 * its keys do.
 *
 * <p>Owner: the caller of {@link #check}, one thread at a time.
 */
final class FetchedKeys implements Refreshable {

  private static final Logger LOG = LoggerFactory.getLogger(FetchedKeys.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
  private static final Duration BETWEEN_FETCHES = Duration.ofMinutes(5);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int OK = 200;

  private final URI address;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final LongSupplier nanoTime;
  private final IssuerKeys keys;
  private String last;
  private long fetchedNanos;

  /** Fetches them for the first time. Fails when they cannot be had or used. */
  FetchedKeys(URI address) throws IOException {
    this(address, System::nanoTime);
  }

  FetchedKeys(URI address, LongSupplier nanoTime) throws IOException {
    this.address = address;
    this.nanoTime = nanoTime;
    this.last = fetch();
    this.keys = IssuerKeys.parse(last);
  }

  IssuerKeys keys() {
    return keys;
  }

  @Override
  public Duration interval() {
    return BETWEEN_LOOKS;
  }

  /**
   * Fetches them if it is time, or a key is missing, and answers whether others are in force now.
   */
  @Override
  public boolean check() {
    var asked = keys.takeMissing();
    var elapsed = nanoTime.getAsLong() - fetchedNanos;
    return (asked || elapsed >= BETWEEN_FETCHES.toNanos()) && renew();
  }

  private boolean renew() {
    try {
      var text = fetch();
      if (text.equals(last)) {
        return false;
      }
      keys.replaceWith(text);
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
    fetchedNanos = nanoTime.getAsLong();
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
