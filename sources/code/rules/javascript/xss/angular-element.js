import angular from "angular";

angular.module("app").controller("Page", function page($scope, $window, $sanitize) {
  // ruleid: javascript/xss/angular-element
  angular.element("#a").html($scope.text);
  const box = angular.element("#b");
  // ruleid: javascript/xss/angular-element
  box.append("<b>" + $scope.name + "</b>");
  // ruleid: javascript/xss/angular-element
  $window.location.href = $scope.address;

  // ok: javascript/xss/angular-element
  angular.element("#a").html("<hr>");
  // ok: javascript/xss/angular-element
  angular.element("#a").text($scope.text);
  const html = $sanitize($scope.text);
  // ok: javascript/xss/angular-element
  angular.element("#a").html(html);
});
