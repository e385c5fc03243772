package io.weir.testkit;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import io.weir.api.Definitions;
import io.weir.api.Feed;
import io.weir.api.RoutedTables;
import io.weir.api.TableService;
import io.weir.api.Tables;
import java.time.format.DateTimeFormatter;
import java.util.Set;

/**
 * Architecture rules that several modules share. Each rule takes the packages that are exempt from
 * it.
 */
public final class Rules {

  private static final Set<String> ITERATING_OPERATORS = Set.of("toIterable", "toStream");
  private static final Set<String> BLOCKING_OPERATORS =
      Set.of("block", "blockOptional", "blockFirst", "blockLast", "toIterable", "toStream");
  private static final Set<String> SETTINGS =
      Set.of("getProperty", "getProperties", "getenv", "getBoolean", "getInteger", "getLong");

  private static final Set<String> DOORS = Set.of(
      TableService.class.getName(),
      Tables.class.getName(),
      Definitions.class.getName(),
      Feed.class.getName());

  private Rules() {}

  /**
   * Requires that only backends implement the contract directly. Everything else is a
   * {@link RoutedTables}, so it forgets no operation.
   */
  public static ArchRule doorsAreImplementedOnlyBy(String... backends) {
    DescribedPredicate<JavaClass> direct = describe(
        "implement a door directly",
        type -> !type.isInterface()
            && type.getRawInterfaces().stream().anyMatch(door -> DOORS.contains(door.getName())));
    DescribedPredicate<JavaClass> backend =
        describe("are backends", type -> Set.of(backends).contains(type.getName()));
    return noClasses()
        .that(DescribedPredicate.not(backend))
        .should(ArchCondition.<JavaClass>from(direct))
        .because("a decorator extends ForwardingTables and loses no feature");
  }

  /** Requires that no two packages depend on each other, directly or through others. */
  public static ArchRule packagesAreFreeOfCycles() {
    return slices().matching("io.weir.(**)").should().beFreeOfCycles();
  }

  /** Requires that a library is used in one package only, so that it can be replaced there. */
  public static ArchRule livesOnlyIn(String home, String... library) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(home)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(library)
        .as(String.join(", ", library) + " lives only in " + home);
  }

  /** Requires that no code waits for a publisher or sleeps. */
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

  /**
   * Requires that publishers are iterated over in one package only. The iteration shares a lock
   * with the publisher, so a loop that publishes would wait for the reader.
   */
  public static ArchRule publishersAreIteratedOnlyIn(String home) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(home)
        .should()
        .accessTargetWhere(
            describe("a publisher is iterated over", access -> calls(access, ITERATING_OPERATORS)))
        .because("the publishing thread would wait for the lock of the queue");
  }

  /** Requires that settings are passed to constructors. */
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

  /** Requires that no code enters a monitor. State has one owner thread and needs no guard. */
  public static ArchRule noMonitors() {
    return classes().should(new EnterNoMonitor()).because("state has one owner thread");
  }

  /**
   * Requires that no code but the reader of dates uses the platform's form of HTTP dates. That form
   * writes days 1 to 9 with one digit, which some clients cannot read.
   */
  public static ArchRule datesAreWrittenWithTwoDigits() {
    return noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.weir.api.wire.HttpDate")
        .should()
        .accessField(DateTimeFormatter.class, "RFC_1123_DATE_TIME")
        .because("HttpDate decides the form of dates");
  }

  /** Requires that a package holds at most 30 files, so that a reader can survey it. */
  public static ArchRule noPackageHasMoreThanThirtyFiles() {
    return classes().should(new ShareASmallPackage()).because("a reader surveys 30 files");
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
