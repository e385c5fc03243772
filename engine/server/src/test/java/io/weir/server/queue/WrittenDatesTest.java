package io.weir.server.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.contract.ModelTableService;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.server.answer.PublicFiles;
import io.weir.server.answer.RequestListener;
import io.weir.server.answer.RequestTracer;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.auth.Callers;
import io.weir.server.auth.QueueAuthentication;
import io.weir.server.bulk.MessagePipeline;
import io.weir.server.http.EndpointService;
import io.weir.server.http.HttpEndpoint;
import io.weir.server.http.ServerOptions;
import io.weir.server.loop.NettyLoops;
import io.weir.server.request.Access;
import io.weir.server.request.RequestMemory;
import io.weir.server.rest.RestDialect;
import io.weir.server.settings.CrossOriginRules;
import io.weir.server.settings.ServiceStatistics;
import io.weir.server.settings.StoredPolicies;
import io.weir.server.settings.StoredProperties;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Both protocols write dates with two digits for the day, on every day of a year; in a quick run on
 * every fifth.
 */
final class WrittenDatesTest {

  private static final LocalDate FIRST = LocalDate.of(2028, 1, 1);
  private static final LocalDate AFTER_LAST = LocalDate.of(2029, 1, 1);
  private static final Period STEP = Period.ofDays(Effort.choose(5, 1, 1));
  private static final Pattern DATE = Pattern.compile(
      "(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-3][0-9] [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT");
  private static final String STATS = "/?restype=service&comp=stats";

  private final SetClock clock = new SetClock();
  private final EmbeddedLoops storeLoops = EmbeddedLoops.start(1);
  private final NettyLoops loops = NettyLoops.start(1);
  private Engine engine;
  private HttpEndpoint queues;
  private HttpEndpoint tables;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    engine = Engine.open(StoreOptions.in(folder).withClock(clock), storeLoops.loops());
    queues = open(queueService());
    tables = open(tableService());
  }

  @AfterEach
  void stop() throws IOException {
    queues.closeLater(Duration.ofSeconds(5)).block();
    tables.closeLater(Duration.ofSeconds(5)).block();
    loops.close();
    engine.close();
    storeLoops.close();
  }

  @Test
  void everyDateHasTwoDigitsForTheDay() {
    send("PUT", "/orders", "");

    FIRST.datesUntil(AFTER_LAST, STEP).forEach(this::walk);
  }

  private void walk(LocalDate day) {
    clock.now = day.atTime(21, 21, 12).toInstant(ZoneOffset.UTC);
    var put = send(
        "POST", "/orders/messages", "<QueueMessage><MessageText>a</MessageText></QueueMessage>");
    assertDates(day, put, 4);
    assertDates(day, send("GET", "/orders/messages?peekonly=true", ""), 3);
    var taken = send("GET", "/orders/messages?visibilitytimeout=600", "");
    assertDates(day, taken, 4);
    assertDates(day, send("GET", "/orders/messages?peekonly=true&hidden=true", ""), 4);
    var update = message(taken) + "&visibilitytimeout=0";
    assertDates(day, send("PUT", update, ""), 2);
    assertDates(day, send("GET", "/absent/messages", ""), 1);
    assertDates(day, secondary(queues), 2);
    assertDates(day, secondary(tables), 2);
    assertThat(send("DELETE", "/orders/messages", "").statusCode()).isEqualTo(204);
  }

  /** Requires this number of dates in headers and body, each in the form, the day's among them. */
  private static void assertDates(LocalDate day, HttpResponse<String> answer, int dates) {
    var texts = new ArrayList<>(List.of(answer.body()));
    answer.headers().map().values().forEach(texts::addAll);
    var all = String.join("\n", texts);

    assertThat(all.split(" GMT", -1)).as("%s %s", day, all).hasSize(dates + 1);
    assertThat(DATE.matcher(all).results()).as("%s %s", day, all).hasSize(dates);
    assertThat(answer.headers().firstValue("Date"))
        .hasValueSatisfying(date ->
            assertThat(date).contains(", " + String.format("%02d", day.getDayOfMonth()) + " "));
  }

  private HttpResponse<String> send(String method, String resource, String body) {
    return QueueRequest.to(url(queues), method, resource, body).at(clock.now).send();
  }

  private HttpResponse<String> secondary(HttpEndpoint endpoint) {
    return QueueRequest.to(url(endpoint) + "-secondary", "GET", STATS, "")
        .at(clock.now)
        .send();
  }

  private static String url(HttpEndpoint endpoint) {
    return "http://127.0.0.1:" + endpoint.address().getPort() + "/" + AccountName.DEVELOPMENT;
  }

  private static String message(HttpResponse<String> taken) {
    return "/orders/messages/" + part(taken, "MessageId") + "?popreceipt="
        + part(taken, "PopReceipt");
  }

  private static String part(HttpResponse<String> answer, String name) {
    var found = Pattern.compile("<" + name + ">([^<]*)<").matcher(answer.body());
    assertThat(found.find()).as(answer.body()).isTrue();
    return found.group(1);
  }

  private HttpEndpoint open(EndpointService service) {
    var options = ServerOptions.builder().port(0).build();
    return HttpEndpoint.open(options, RequestMemory.of(options.limits()), loops, service, clock);
  }

  private EndpointService queueService() {
    var policies = StoredPolicies.ofQueues(engine::settings);
    var callers = Callers.of(AccountRegistry.of(Account.development()));
    var protocol = QueueProtocol.of(
        engine::queues,
        new QueueAuthentication(callers, policies, clock),
        policies,
        StoredProperties.ofQueues(engine::settings),
        new MessagePipeline(),
        new ServiceStatistics(Optional.empty(), true, clock));
    var plain = tableService();
    return new EndpointService(
        plain.accounts(),
        plain.tables(),
        plain.authenticator(),
        List.of(),
        Map.of(),
        PublicFiles.NONE,
        plain.crossOrigin(),
        RequestListener.NONE,
        RequestTracer.NONE,
        Optional.of(protocol),
        Optional.empty());
  }

  private EndpointService tableService() {
    var properties = new StoredProperties(engine::settings);
    var rest = new RestDialect(
        engine::outbox,
        StoredPolicies.ofTables(engine::settings),
        properties,
        new ServiceStatistics(Optional.empty(), true, clock));
    return new EndpointService(
        account -> true,
        account -> new ModelTableService(),
        (head, sender) -> Access.OWNER,
        List.of(rest),
        Map.of(),
        new CrossOriginRules(properties::corsOf),
        RequestListener.NONE);
  }

  /** A clock that stands still until a test sets it. */
  private static final class SetClock extends Clock {

    private volatile Instant now = FIRST.atStartOfDay().toInstant(ZoneOffset.UTC);

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
