package io.weir.spring;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.api.queue.QueueService;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.util.Objects;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Opens an engine in this process, if {@code weir.embedded.folder} is set and the engine is on the
 * class path.
 */
@AutoConfiguration
@ConditionalOnClass(Engine.class)
@ConditionalOnProperty("weir.embedded.folder")
@EnableConfigurationProperties(WeirProperties.class)
public class EmbeddedWeirAutoConfiguration {

  private static WeirProperties.Embedded embedded(WeirProperties properties) {
    return Objects.requireNonNull(properties.embedded());
  }

  /** Returns the loops of the engine, which outlive it. */
  @Bean
  @ConditionalOnMissingBean
  public EmbeddedLoops weirLoops(WeirProperties properties) {
    return EmbeddedLoops.start(embedded(properties).loops());
  }

  /** Returns the engine. Fails when the folder is in use or damaged. */
  @Bean
  @ConditionalOnMissingBean
  public Engine weirEngine(WeirProperties properties, EmbeddedLoops loops) throws IOException {
    return Engine.open(StoreOptions.in(embedded(properties).folder()), loops.loops());
  }

  /** Returns the tables of the account. */
  @Bean
  @ConditionalOnMissingBean
  public TableService weirTables(WeirProperties properties, Engine engine) {
    return engine.account(new AccountName(embedded(properties).account()));
  }

  /** Returns the queues of the account. */
  @Bean
  @ConditionalOnMissingBean
  public QueueService weirQueues(WeirProperties properties, Engine engine) {
    return engine.queues(new AccountName(embedded(properties).account()));
  }
}
