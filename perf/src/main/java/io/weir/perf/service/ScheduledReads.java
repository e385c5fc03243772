package io.weir.perf.service;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.AccountName;
import io.weir.perf.target.RestSignature;
import io.weir.perf.workload.DataSet;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Single reads at equal distances in time, each on one of a few connections of HTTP/1.1 that are
 * spread over the server's loops.
 *
 * <p>Latency counts from the scheduled time. A waiting read delays later reads on its connection,
 * and they count as late. Reads that have not begun {@link #GIVE_UP} after the last scheduled time
 * are not sent, and count with their delay until then. A read without an answer after a minute
 * counts as that late and is the last of its connection.
 */
final class ScheduledReads {

  static final int PER_SECOND = 500;
  private static final int CONNECTIONS = 4;
  private static final long PERIOD_NANOS =
      CONNECTIONS * Duration.ofSeconds(1).toNanos() / PER_SECOND;
  private static final Duration GIVE_UP = Duration.ofSeconds(3);
  private static final int HIGHEST_SECONDS = 120;
  private static final int ANSWER_SECONDS = 60;
  private static final String LENGTH = "content-length:";

  private final int port;
  private final DataSet data;
  private final LoopTime loopTime;

  /**
   * Latencies of the reads, and the work of the loops during each read.
   *
   * @param latencies from the scheduled time of a read, in nanoseconds
   * @param work processor time, from the sending of a read, of the loop that worked most, in
   *     nanoseconds
   */
  record Found(Histogram latencies, Histogram work) {

    static Found nothing() {
      return new Found(empty(), empty());
    }

    void add(Found other) {
      latencies.add(other.latencies);
      work.add(other.work);
    }
  }

  ScheduledReads(int port, DataSet data, LoopTime loopTime) {
    this.port = port;
    this.data = data;
    this.loopTime = loopTime;
  }

  /** Reads for a while; completes with all results. */
  CompletableFuture<Found> begin(Duration length) {
    var threads = Executors.newFixedThreadPool(CONNECTIONS);
    var begun = System.nanoTime();
    var all = IntStream.range(0, CONNECTIONS)
        .mapToObj(number -> CompletableFuture.supplyAsync(
            () -> read(
                begun + number * PERIOD_NANOS / CONNECTIONS, length, new SplittableRandom(number)),
            threads))
        .toList();
    return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
        .thenApply(any -> {
          var sum = Found.nothing();
          all.forEach(each -> sum.add(each.join()));
          return sum;
        })
        .whenComplete((any, failure) -> threads.shutdown());
  }

  private Found read(long firstDueNanos, Duration length, SplittableRandom random) {
    var found = Found.nothing();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(ANSWER_SECONDS));
      var in = new BufferedInputStream(socket.getInputStream());
      var endNanos = firstDueNanos + length.toNanos();
      var giveUpNanos = endNanos + GIVE_UP.toNanos();
      for (var due = firstDueNanos; due - endNanos < 0; due += PERIOD_NANOS) {
        if (System.nanoTime() - giveUpNanos > 0) {
          found.latencies().recordValue(System.nanoTime() - due);
          continue;
        }
        var request = request(random.nextInt(data.entities()));
        for (var early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
          LockSupport.parkNanos(early);
        }
        var before = loopTime.nanos();
        socket.getOutputStream().write(request);
        takeAnswer(in);
        found.work().recordValue(loopTime.mostSince(before));
        found.latencies().recordValue(System.nanoTime() - due);
      }
    } catch (SocketTimeoutException unanswered) {
      found.latencies().recordValue(TimeUnit.SECONDS.toNanos(ANSWER_SECONDS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private byte[] request(int number) {
    var key = data.key(number);
    var path = "/" + AccountName.DEVELOPMENT + "/" + DataSet.TABLE + "(PartitionKey='"
        + key.partitionKey() + "',RowKey='" + key.rowKey() + "')";
    var text = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    var headers = new DefaultHttpHeaders();
    headers.set(HttpHeaderNames.ACCEPT, "application/json;odata=nometadata");
    RestSignature.sign(headers, path);
    headers.forEach(header ->
        text.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n"));
    return text.append("\r\n").toString().getBytes(US_ASCII);
  }

  private static void takeAnswer(InputStream in) throws IOException {
    var status = line(in);
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IOException("A point read was refused. answer=" + status);
    }
    var bytes = 0;
    for (var line = line(in); !line.isEmpty(); line = line(in)) {
      if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        bytes = Integer.parseInt(line.substring(LENGTH.length()).trim());
      }
    }
    in.skipNBytes(bytes);
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (var next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("The server closed the connection.");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  private static Histogram empty() {
    return new Histogram(TimeUnit.SECONDS.toNanos(HIGHEST_SECONDS), 3);
  }
}
