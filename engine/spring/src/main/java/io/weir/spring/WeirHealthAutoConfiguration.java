package io.weir.spring;

import io.weir.api.Query;
import io.weir.api.TableService;
import java.time.Duration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;

/** Adds the health of the service, as the name of one table shows it, to applications with the actuator. */
@AutoConfiguration(after = WeirAutoConfiguration.class)
@ConditionalOnClass(ReactiveHealthIndicator.class)
@ConditionalOnBean(TableService.class)
public class WeirHealthAutoConfiguration {

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** Returns the indicator: up if the service lists one table within three seconds. */
  @Bean
  @ConditionalOnMissingBean(name = "weirHealthIndicator")
  public ReactiveHealthIndicator weirHealthIndicator(TableService tables) {
    return () -> tables
        .tables(Query.ALL.top(1))
        .timeout(PATIENCE)
        .map(page -> Health.up().build())
        .onErrorResume(failure -> Mono.just(Health.down(failure).build()));
  }
}
