package io.weir.spring.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.junit.TestService;
import io.weir.junit.WeirTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/** The application of the starter's README compiles, runs, and equals the tested lines. */
@WeirTest
final class ReadmeTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final QueueName SIGHTINGS = new QueueName("sightings");
  private static final Pattern BLOCK =
      Pattern.compile("<!-- A test [^>]*-->\n```java\n(.*?)```\n", Pattern.DOTALL);
  private static final Pattern SNIPPET =
      Pattern.compile("  // snippet\n(.*?)  // end of snippet\n", Pattern.DOTALL);

  private final TestService service;

  ReadmeTest(TestService service) {
    this.service = service;
  }

  @Test
  void theApplicationStoresWhatItReceivesAndServesIt() {
    service.queues().create(SIGHTINGS).block(PATIENCE);
    try (var application = new SpringApplicationBuilder(ReadmeApplication.Application.class)
        .web(WebApplicationType.REACTIVE)
        .properties("server.port=0", "weir.connection-string=" + service.connectionString())
        .run()) {
      var url = "http://127.0.0.1:"
          + application.getEnvironment().getProperty("local.server.port")
          + "/birds/Athene";
      service.queues().put(SIGHTINGS, NewMessage.of("Athene")).block(PATIENCE);

      var served = Mono.defer(() -> answer(url))
          .filter(answer -> answer.contains("Athene"))
          .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(50)))
          .block(PATIENCE);

      assertThat(served).contains("\"kind\":\"owl\"", "\"name\":\"Athene\"");
    }
  }

  private static Mono<String> answer(String url) {
    return HttpClient.create().get().uri(url).responseSingle((head, body) -> {
      assertThat(head.status().code()).isEqualTo(200);
      return body.asString();
    });
  }

  @Test
  void thePageContainsTheTestedLines() throws IOException {
    var page = Files.readString(module().resolve("README.md"));
    var source = Files.readString(
        module().resolve("src/test/java/io/weir/spring/readme/ReadmeApplication.java"));
    var tested = SNIPPET.matcher(source).results().map(found -> found.group(1)).toList();

    assertThat(BLOCK.matcher(page).results().map(found -> indented(found.group(1))))
        .containsExactlyElementsOf(
            tested.stream().map(text -> text.replace("static class", "class")).toList());
  }

  private static String indented(String block) {
    return block.replaceAll("(?m)^(?=.)", "  ");
  }

  /** Returns the folder of the module. Tests run in it or in that of the project. */
  private static Path module() {
    var here = Path.of("").toAbsolutePath();
    return here.endsWith(Path.of("engine", "spring")) ? here : here.resolve("engine/spring");
  }
}
