package io.weir.testkit;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/** The rules that hold in more than one module. Each says which packages are excused from it. */
public final class Rules {

  private static final Set<String> ITERATING_OPERATORS = Set.of("toIterable", "toStream");
  private static final Set<String> BLOCKING_OPERATORS =
      Set.of("block", "blockOptional", "blockFirst", "blockLast", "toIterable", "toStream");
  private static final Set<String> SETTINGS =
      Set.of("getProperty", "getProperties", "getenv", "getBoolean", "getInteger", "getLong");

  private Rules() {}

  /** Packages, each taken alone, depend on each other one way. */
  public static ArchRule packagesAreFreeOfCycles() {
    return slices().matching("io.weir.(**)").should().beFreeOfCycles();
  }

  /** A library is used in its home and nowhere else, so that it can be changed in one place. */
  public static ArchRule livesOnlyIn(String home, String... library) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(home)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(library)
        .as(String.join(", ", library) + " lives only in " + home);
  }

  /** No thread waits for a publisher, and none sleeps. */
  public static ArchRule nothingBlocks(String... except) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(except)
        .should()
        .accessTargetWhere(
            describe("a publisher is waited for", access -> calls(access, BLOCKING_OPERATORS)))
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .because("a loop that waits stops everything that it owns");
  }

  /** Who iterates over a publisher shares a lock with it, so that a loop that publishes would wait for the reader. */
  public static ArchRule publishersAreIteratedOnlyIn(String home) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(home)
        .should()
        .accessTargetWhere(
            describe("a publisher is iterated over", access -> calls(access, ITERATING_OPERATORS)))
        .because("the lock of its queue is waited for on the thread that publishes");
  }

  /** Settings arrive through the constructor. */
  public static ArchRule settingsAreReadOnlyIn(String... launcher) {
    DescribedPredicate<JavaAccess<?>> reads =
        describe("a property of the process is read", Rules::readsSetting);
    return noClasses()
        .that()
        .resideOutsideOfPackages(launcher)
        .should()
        .accessTargetWhere(reads)
        .because("only the launcher reads files, environment or system properties");
  }

  /** State has one owner thread, so there is nothing to guard. */
  public static ArchRule noMonitors() {
    return classes().should(new EnterNoMonitor()).because("state has one owner thread");
  }

  private static boolean calls(JavaAccess<?> access, Set<String> operators) {
    AccessTarget target = access.getTarget();
    String owner = target.getOwner().getPackageName();
    return owner.startsWith("reactor.core.publisher") && operators.contains(target.getName());
  }

  private static boolean readsSetting(JavaAccess<?> access) {
    AccessTarget target = access.getTarget();
    return SETTINGS.contains(target.getName())
        && (target.getOwner().isEquivalentTo(System.class)
            || target.getOwner().isEquivalentTo(Boolean.class)
            || target.getOwner().isEquivalentTo(Integer.class)
            || target.getOwner().isEquivalentTo(Long.class));
  }
}
