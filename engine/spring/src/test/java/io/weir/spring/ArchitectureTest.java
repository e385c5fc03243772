package io.weir.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.testkit.MainClasses;
import io.weir.testkit.Rules;

/**
 * The starter needs no endpoint, and an application without the engine can load everything but the
 * one class that embeds it.
 */
@AnalyzeClasses(locations = MainClasses.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule datesAreWrittenWithTwoDigits = Rules.datesAreWrittenWithTwoDigits();

  @ArchTest
  static final ArchRule theStarterKnowsNoEndpoint = noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("io.weir.server..", "io.netty..", "reactor.netty..");

  @ArchTest
  static final ArchRule oneClassKnowsTheEngine = noClasses()
      .that()
      .doNotHaveSimpleName("EmbeddedWeirAutoConfiguration")
      .should()
      .dependOnClassesThat()
      .resideInAPackage("io.weir.engine..");

  @ArchTest
  static final ArchRule noMonitors = Rules.noMonitors();
}
